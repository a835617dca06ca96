// The trust that Codex records in its `config.toml`, by the place of each entry (seen 0.171.0).

import type { InstallHome } from "./install_home.ts";

/** `places` are `<event in snake case>:<group>:<handler>`; what was in the file before is gone. */
export function trust(at: InstallHome, places: readonly string[]): void {
  const file = `${at.folder}/.codex/hooks.json`;
  const tables = places.map((place) => `[hooks.state."${file}:${place}"]\ntrusted_hash = "x"\n`);
  at.write(".codex/config.toml", tables.join(""));
}

/** An event as such a place has it. */
export function snakeCase(event: string): string {
  return event.replace(/(?<!^)([A-Z])/g, "_$1").toLowerCase();
}
