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

/** Throws when the support folder cannot be known (no `HOME` and no override), or a variable holds no whole path. */
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
    config: configFile(host, support),
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

function supportFolder(host: Host): string {
  const folder = host.env(`${ENV}SUPPORT_DIR`) ?? host.env(`${OLD_ENV}SUPPORT_DIR`) ?? defaultSupport(host);
  if (folder === undefined) {
    throw new Error(`Cannot find the support folder: neither HOME nor ${ENV}SUPPORT_DIR is set`);
  }
  return folder;
}

function configFile(host: Host, support: string): string {
  if (host.os === "darwin") return `${support}/config.toml`;
  const config = host.env("XDG_CONFIG_HOME") ?? `${host.env("HOME") ?? ""}/.config`;
  return `${config}/${NAME}/config.toml`;
}
