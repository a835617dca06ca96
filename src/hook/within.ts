// The hook's one way to give up waiting. `AbortSignal.timeout` costs nothing at start-up, where `setTimeout` would load
// a timer layer first (12 to 16 ms).

/** What `work` gives, or `undefined` once `end` has come; without `end` there is no limit. */
export function within<T>(work: Promise<T>, end: AbortSignal | undefined): Promise<T | undefined> {
  return end === undefined ? work : Promise.race([work, over(end)]);
}

function over(end: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (end.aborted) resolve(undefined);
    else end.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}
