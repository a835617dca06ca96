// A time as our records have it: UTC, whole seconds. Pure.

/** `2026-11-30T12:00:00Z`. */
export function isoSeconds(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}
