// The installer's own files under the support folder (`installer.md` section 3). Pure.

import { placeKey } from "./fingerprint.ts";

export type OwnFiles = {
  readonly support: string;
  readonly lock: string;
  readonly manifest: string;
  readonly state: string;
  readonly backups: string;
};

/** Where they are. */
export function ownFiles(support: string): OwnFiles {
  return {
    support,
    lock: `${support}/install.lock`,
    manifest: `${support}/hooks-manifest.json`,
    state: `${support}/hooks-state.json`,
    backups: `${support}/backups`,
  };
}

/** The folder with the backups of one config; `real` is its canonical path. */
export async function backupFolder(own: OwnFiles, agent: string, real: string): Promise<string> {
  return `${own.backups}/${agent}-${await placeKey(real)}`;
}
