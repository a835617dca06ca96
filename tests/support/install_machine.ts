// A machine for the installer's parts in one process: its files are those of an install place, and nothing runs on it.

import { type FileDoor, realDoors } from "../../install/doors.ts";
import type { Machine } from "../../install/machine.ts";
import { exists } from "../../src/files.ts";
import type { InstallPlace } from "./install_place.ts";

export function machineAt(at: InstallPlace, files: FileDoor): Machine {
  return {
    env: () => undefined,
    home: at.home,
    support: at.support,
    bin: `${at.support}/bin`,
    wsl: false,
    doors: { ...realDoors, files },
    exists,
    isProgram: () => false,
    mayWrite: () => true,
    run: () => Promise.resolve({ why: "nothing is run here" }),
  };
}
