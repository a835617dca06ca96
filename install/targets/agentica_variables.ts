// Variables that count instead of agentica's file (`installer.md` 6.11).

/** What to tell where one is set; an empty one is unset. */
export function variableNote(env: (name: string) => string | undefined): string | undefined {
  const set = NAMES.filter((name) => env(name));
  if (set.length === 0) return undefined;
  const what = set.length === 1 ? "is set: it counts" : "are set: they count";
  return `${set.join(" and ")} ${what} for agentica, not its file`;
}

const NAMES = ["AGENTICA_HOOKS_ENABLED", "AGENTICA_HOOKS_CONSUMERS"];
