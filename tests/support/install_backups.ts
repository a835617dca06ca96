// Backups of one config, at a clock that stands still.

import { backUp } from "../../install/backup.ts";
import { realDoors } from "../../install/doors.ts";
import type { InstallPlace } from "./install_place.ts";

export const NAME = "settings.json";

/** Keeps texts one after the other, as changes would. */
export function backsUp(at: InstallPlace) {
  const folder = `${at.support}/backups/claude-0123456789ab`;
  let now = new Date("2026-11-30T12:00:00.123Z");
  const doors = { ...realDoors, now: () => now };
  return {
    folder,
    setClock: (time: string) => {
      now = new Date(time);
    },
    keep: (text: string, first = true) => {
      const bytes = new TextEncoder().encode(text);
      backUp(doors, { folder, real: `${at.home}/${NAME}`, bytes, first });
    },
    names: () => [...Deno.readDirSync(folder)].map(({ name }) => name).sort(),
  };
}
