// A unix socket's place in the file system, checked before use and left clean after (`protocol.md` section 1): a live one
// is never stolen, a leftover is removed only when it is a socket of ours, and at the end only our own file goes.

import { lstatIfThere, reason, removeIfThere } from "../../files.ts";

export type Bound<Listener> = {
  readonly listener: Listener;
  /** True while the path still holds the file we bound. */
  ours(): boolean;
};

const PROBE_MS = 1_000;

/** Binds `path` through `listen`, mode 0600. */
export async function bindSocket<Listener>(
  path: string,
  listen: () => Listener,
): Promise<Bound<Listener> | { readonly refused: string }> {
  const refused = await clear(path);
  if (refused !== undefined) return { refused };
  const listener = underTightUmask(listen);
  Deno.chmodSync(path, 0o600);
  const bound = Deno.lstatSync(path);
  return {
    listener,
    ours() {
      const now = lstatIfThere(path);
      return now !== undefined && now.dev === bound.dev && now.ino === bound.ino;
    },
  };
}

/** Why the path cannot be ours; a dead socket of ours is removed. */
async function clear(path: string): Promise<string | undefined> {
  const info = lstatIfThere(path);
  if (info === undefined) return undefined;
  if (!info.isSocket) return `Cannot listen on "${path}": something else is there (move it away)`;
  if (info.uid !== Deno.uid()) return `Cannot listen on "${path}": the socket there belongs to another user`;
  const answers = await probe(path);
  if (answers !== undefined) return `Cannot listen on "${path}": ${answers}`;
  removeIfThere(path);
  return undefined;
}

/** Why a socket counts as in use, or `undefined` when nobody listens there. An app of another make takes no lock. */
async function probe(path: string): Promise<string | undefined> {
  let late: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<undefined>((done) => {
    late = setTimeout(() => done(undefined), PROBE_MS);
  });
  try {
    const conn = await Promise.race([Deno.connect({ transport: "unix", path }), silent]);
    conn?.close();
    return "another program is listening there (stop it first)";
  } catch (error) {
    if (error instanceof Deno.errors.ConnectionRefused || error instanceof Deno.errors.NotFound) return undefined;
    return reason(error);
  } finally {
    clearTimeout(late);
  }
}

function underTightUmask<Value>(make: () => Value): Value {
  const before = Deno.umask(0o177);
  try {
    return make();
  } finally {
    Deno.umask(before);
  }
}
