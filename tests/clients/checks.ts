// Named checks, printed as they are made and counted.

export type Count = { readonly passed: number; readonly failed: number; readonly skipped: number };

export type Checks = {
  /** Passes when both are the `same`. */
  equal(what: string, seen: unknown, wanted: unknown): void;
  /** `seen` is shown when it fails. */
  that(what: string, passed: boolean, seen?: string): void;
  readonly count: Count;
};

/** Starts to count; `about` stands before every check. */
export function checks(about: string): Checks {
  const count = { passed: 0, failed: 0, skipped: 0 };
  const tell = (what: string, passed: boolean) => {
    count[passed ? "passed" : "failed"] += 1;
    console.log(`  ${passed ? "ok    " : "FAILED"} ${about}: ${what}`);
  };
  return {
    count,
    that: (what, passed, seen) => tell(passed || seen === undefined ? what : `${what}: saw ${seen}`, passed),
    equal(what, seen, wanted) {
      const passed = same(seen, wanted);
      tell(`${what}: ${passed ? sorted(seen) : `saw ${sorted(seen)}, not ${sorted(wanted)}`}`, passed);
    },
  };
}

/** True for the same JSON; members may stand in any order. */
export function same(one: unknown, other: unknown): boolean {
  return sorted(one) === sorted(other);
}

/** All of them together. */
export function sum(counts: readonly Count[]): Count {
  const add = (name: keyof Count) => counts.reduce((total, count) => total + count[name], 0);
  return { passed: add("passed"), failed: add("failed"), skipped: add("skipped") };
}

/** `N passed, N failed, N skipped` */
export function showCount({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** JSON with the members of every object in the order of their names. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a < b ? -1 : 1));
  }) ?? "nothing";
}
