// Where an install or uninstall must not run: as root for another's home, and in a container with the host's folders
// mounted (`installer.md` section 13). Pure: the facts are handed in. Status and dry runs never ask.

import { ENV, NAME } from "../src/brand.ts";
import type { Refused } from "./formats/format.ts";

/** What is known of the machine and the user. */
export type HostFacts = {
  readonly uid: number;
  /** Who owns `$HOME`; `undefined` when it is not there. */
  readonly homeOwner: number | undefined;
  readonly env: (name: string) => string | undefined;
  /** Those of `CONTAINER_MARKS` that exist. */
  readonly marks: readonly string[];
  readonly rootDevice: number;
  /** The agents' folders that exist, or what they would be made in. */
  readonly folders: readonly { readonly path: string; readonly device: number }[];
};

/** Files that a container's runtime puts there. */
export const CONTAINER_MARKS: readonly string[] = ["/.dockerenv", "/run/.containerenv"];

/** Why nothing may be written here; `undefined` when it may. */
export function whyNotHere(facts: HostFacts): Refused | undefined {
  return asRoot(facts) ?? inContainer(facts);
}

/**
 * Why entries must not name programs in this support folder: what is temporary is gone some day. `named` = the person
 * chose it by a variable. Both paths without links.
 */
export function whyTemporary(support: string, named: boolean, temporary: readonly string[]): Refused | undefined {
  const inside = temporary.find((folder) => support === folder || support.startsWith(`${folder}/`));
  if (named || inside === undefined) return undefined;
  return {
    refused: `the support folder "${support}" is under "${inside}", where files do not last`,
    mend: `to install from there all the same, name it in ${ENV}SUPPORT_DIR`,
  };
}

/** Folders whose files do not last. */
export function temporaryFolders(env: HostFacts["env"]): string[] {
  const own = (env("TMPDIR") ?? "").replace(/\/+$/, "");
  return [...FLEETING, ...(own.startsWith("/") ? [own] : [])];
}

const FLEETING = [
  ...["/tmp", "/var/tmp", "/dev/shm", "/run/user"],
  ...["/private/tmp", "/private/var/tmp", "/var/folders", "/private/var/folders"],
];

const ALLOW_ROOT = `${ENV}ALLOW_ROOT`;
const ALLOW_CONTAINER = `${ENV}ALLOW_CONTAINER`;

function asRoot({ uid, homeOwner, env }: HostFacts): Refused | undefined {
  if (uid !== 0) return undefined;
  const refused = `${NAME} does not install as root`;
  if (env(ALLOW_ROOT) !== "1") {
    return { refused, mend: `run it as yourself, without sudo (for root's own agents: ${ALLOW_ROOT}=1)` };
  }
  if (homeOwner === 0) return undefined;
  const owner = homeOwner === undefined ? "is not there" : `belongs to another user (uid ${homeOwner})`;
  return { refused: `${refused} where HOME ${owner}`, mend: "run it as that user, or set HOME to root's own folder" };
}

function inContainer({ env, marks, rootDevice, folders }: HostFacts): Refused | undefined {
  if (marks.length === 0 && !env("container")) return undefined;
  if (env(ALLOW_CONTAINER) === "1") return undefined;
  const mounted = folders.find(({ device }) => device !== rootDevice);
  if (mounted === undefined) return undefined;
  return {
    refused:
      `this is a container, and "${mounted.path}" is mounted into it: programs of here would not be there outside`,
    mend: `run this on the host (to do it here all the same: ${ALLOW_CONTAINER}=1)`,
  };
}
