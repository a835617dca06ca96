// The socket, if it is provably ours (`protocol.md` section 1). Deno cannot read the credentials of a peer: owner and
// modes are the boundary, so both ends look at them before use (R4).

import { paths } from "../paths.ts";
import { endpoint, parent } from "../wire/endpoint.ts";
import { variable } from "./env.ts";

/** Its path; `undefined` when there is none that may be trusted. */
export function trustedSocket(): string | undefined {
  const os = Deno.build.os === "darwin" ? "darwin" : "linux";
  const uid = Deno.uid() ?? -1;
  const { socket, dedicated } = endpoint(variable, os, uid, () => paths({ env: variable, os, uid }).support);
  // The socket first: mostly it is simply not there.
  if (!isPrivate(look(socket), "isSocket", uid)) return undefined;
  if (dedicated && !isPrivate(look(parent(socket)), "isDirectory", uid)) return undefined;
  return socket;
}

function look(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch {
    // Not there, or not to be seen: no daemon of ours.
    return undefined;
  }
}

/** A symlink is neither a folder nor a socket to `lstat`. */
function isPrivate(file: Deno.FileInfo | undefined, is: "isDirectory" | "isSocket", uid: number): boolean {
  return file !== undefined && file[is] === true && file.uid === uid && ((file.mode ?? 0o077) & 0o077) === 0;
}
