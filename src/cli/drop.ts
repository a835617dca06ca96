// A command gives up every kind of permission that its row does not have, whatever it was started with.

import { grants, KINDS, type Place } from "../permissions.ts";

/** Only whole kinds: to revoke one path inside a granted folder drops the whole grant. */
export function drop(command: string): void {
  const row = grants(command, ANYWHERE);
  for (const name of KINDS) {
    if (row[name].length === 0) Deno.permissions.revokeSync({ name });
  }
  Deno.permissions.revokeSync({ name: "ffi" });
}

/** Which kinds a row has does not depend on the paths. */
const ANYWHERE: Place = {
  support: "/",
  socket: "/",
  folder: "/",
  api: "/",
  lock: "/",
  also: "/",
  alsoFolder: "/",
  config: "/",
  home: "/",
  runtime: "/",
  named: ["/"],
  reach: { binary: "/", folders: [], above: [], programs: [], codex: "/" },
};
