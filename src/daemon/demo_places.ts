// A demo takes answers from anywhere, so it must not be the daemon that a person's agents ask: neither in their support
// folder nor at the socket where their hooks look, however these are spelled.

import { ENV } from "../brand.ts";
import { lstatIfThere, realPath } from "../files.ts";
import { defaultSupport, type Paths } from "../paths.ts";
import { type Endpoint, endpoint, fallback, parent, type ReadEnv } from "../wire/endpoint.ts";

/** Why no demo may start at these paths. */
export function refuseDemo({ support, endpoint: { socket } }: Paths, env: ReadEnv): string | undefined {
  const host = { env, os: Deno.build.os === "darwin" ? "darwin" : "linux", uid: Deno.uid() ?? 0 } as const;
  const usual = defaultSupport(host);
  if (usual !== undefined && sameFolder(support, usual)) return refusal(support, "SUPPORT_DIR", "folder");
  const unset: ReadEnv = (name) => name === `${ENV}SOCKET` ? undefined : env(name);
  const doors = [endpoint(unset, host.os, host.uid, () => usual ?? ""), fallback(host.uid)];
  return doors.some((door) => sameSocket(socket, door)) ? refusal(socket, "SOCKET", "path") : undefined;
}

function refusal(where: string, name: string, what: string): string {
  return `Cannot start a demo on "${where}": it takes answers from anywhere (set ${ENV}${name} to another ${what})`;
}

function sameSocket(socket: string, door: Endpoint): boolean {
  const [name, usual] = [socket, door.socket].map((path) => path.slice(path.lastIndexOf("/") + 1));
  return name === usual && sameFolder(parent(socket), parent(door.socket));
}

/** By their real paths, and by what stands there: a mount shows one folder at two places. */
function sameFolder(one: string, other: string): boolean {
  const [a, b] = [realPath(one), realPath(other)];
  if (a === b) return true;
  const [first, second] = [statIfAllowed(a), statIfAllowed(b)];
  return first !== undefined && second !== undefined && first.dev === second.dev && first.ino === second.ino;
}

function statIfAllowed(path: string): Deno.FileInfo | undefined {
  try {
    return lstatIfThere(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable || error instanceof Deno.errors.PermissionDenied) return undefined;
    throw error;
  }
}
