// Environment to every path we use. Pure: nothing is read, nothing has to exist.

import { ENV, NAME, OLD_ENV } from "./brand.ts";
import { type Endpoint, endpoint, fallback, parent, type ReadEnv, wholePaths } from "./wire/endpoint.ts";

export type Paths = {
  readonly support: string;
  readonly endpoint: Endpoint;
  /** The second socket the daemon listens on, for shells without `XDG_RUNTIME_DIR`; absent where it is the first. */
  readonly alsoListen?: Endpoint;
  readonly api: string;
  readonly lock: string;
  readonly daemonJson: string;
  readonly token: string;
  readonly hookToken: string;
  readonly database: string;
  readonly config: string;
  readonly bin: string;
  readonly runtime: string;
};

export type Host = { readonly env: ReadEnv; readonly os: "linux" | "darwin"; readonly uid: number };

/**
 * Throws when the support folder cannot be known (no `HOME` and no override), or a variable that everything needs holds no
 * whole path.
 */
export function paths(given: Host): Paths {
  const host = { ...given, env: wholePaths(given.env) };
  const support = supportFolder(host);
  const first = endpoint(host.env, host.os, host.uid, () => support);
  const second = fallback(host.uid);
  const also = host.os === "linux" && !host.env(`${ENV}SOCKET`) && first.socket !== second.socket;
  return {
    support,
    endpoint: first,
    ...(also ? { alsoListen: second } : {}),
    api: `${parent(first.socket)}/${NAME}-api.sock`,
    lock: `${first.socket}.lock`,
    daemonJson: `${support}/daemon.json`,
    token: `${support}/token`,
    hookToken: `${support}/hook-token`,
    database: `${support}/${NAME}.db`,
    config: configFile(host, given.env("XDG_CONFIG_HOME"), support),
    bin: `${support}/bin`,
    runtime: `${support}/runtime`,
  };
}

/** Where a person's default support folder is, whatever the overrides say; `undefined` without `HOME`. */
export function defaultSupport(host: Host): string | undefined {
  const home = host.env("HOME");
  if (host.os === "darwin") return home && `${home}/Library/Application Support/vibebuddy`;
  const data = host.env("XDG_DATA_HOME") ?? (home && `${home}/.local/share`);
  return data && `${data}/${NAME}`;
}

/** A path with its leading `~` as the home folder: a shell leaves one alone that stands in quotes. */
export function fromHome(path: string, home: string): string {
  return path === "~" || path.startsWith("~/") ? `${home}${path.slice(1)}` : path;
}

function supportFolder(host: Host): string {
  const folder = host.env(`${ENV}SUPPORT_DIR`) ?? host.env(`${OLD_ENV}SUPPORT_DIR`) ?? defaultSupport(host);
  if (folder === undefined) {
    throw new Error(`Cannot find the support folder: neither HOME nor ${ENV}SUPPORT_DIR is set`);
  }
  return folder;
}

/** A relative `named` counts as unset, as XDG's own specification has it: what never reads the file must go on. */
function configFile({ os, env }: Host, named: string | undefined, support: string): string {
  if (os === "darwin") return `${support}/config.toml`;
  const home = env("HOME") ?? "";
  const folder = fromHome(named ?? "", home);
  return `${folder.startsWith("/") ? folder : `${home}/.config`}/${NAME}/config.toml`;
}
