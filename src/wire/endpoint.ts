// Environment and uid to the socket's path: both ends call this, so they agree by construction (DESIGN section 6).

import { ENV, NAME } from "../brand.ts";

/** Reads one variable; empty counts as unset. */
export type ReadEnv = (name: string) => string | undefined;

export type Endpoint = {
  readonly socket: string;
  /** The folder holds nothing but ours, so its own mode is checked; else the socket itself is. */
  readonly dedicated: boolean;
};

/** The socket a hook connects to. `support` is asked only on macOS. Throws where a variable holds no whole path. */
export function endpoint(env: ReadEnv, os: "linux" | "darwin", uid: number, support: () => string): Endpoint {
  const whole = wholePaths(env);
  const runtime = whole("XDG_RUNTIME_DIR");
  const override = whole(`${ENV}SOCKET`);
  if (override) return { socket: override, dedicated: parent(override) !== runtime };
  if (os === "darwin") return { socket: `${support()}/run/${NAME}.sock`, dedicated: true };
  if (runtime) return { socket: `${runtime}/${NAME}.sock`, dedicated: false };
  return fallback(uid);
}

/** Reads variables that hold paths. A relative one throws: it would be another place in each folder. */
export function wholePaths(env: ReadEnv): ReadEnv {
  return (name) => {
    const path = env(name);
    if (!path || path.startsWith("/")) return path;
    throw new Error(`${name} must be a whole path, got "${path}"`);
  };
}

/** Where shells without `XDG_RUNTIME_DIR` look; it never depends on `$TMPDIR`. */
export function fallback(uid: number): Endpoint {
  return { socket: `/tmp/${NAME}-${uid}/${NAME}.sock`, dedicated: true };
}

/** The folder of a path, without its trailing slash. */
export function parent(path: string): string {
  const cut = path.lastIndexOf("/");
  return cut <= 0 ? "/" : path.slice(0, cut);
}
