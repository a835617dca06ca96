// Whether Codex would run our entries: it keeps a hash for each place that its user has trusted (`installer.md` section 8,
// seen 0.171.0). Read and never written; a hash that is there may be of an older command, which only a running Codex can
// tell.

import { getStaticTOMLValue, parseTOML } from "toml-eslint-parser";
import { isObject, type Json, type JsonObject } from "../src/domain/json.ts";
import { ownEntries } from "./targets/hook_lists.ts";

/** What a person does about a trust that is missing. */
export const TRUST_THEM = "open Codex, type /hooks";

/** How many of our entries have a hash, and are not switched off beside it. */
export type Trust = { readonly recorded: number; readonly all: number };

/** `settings` = the text of `config.toml`; `paths` = the spellings of the hooks file. */
export function recordedTrust(
  settings: string,
  paths: readonly string[],
  document: Json,
  isOwn: (command: string) => boolean,
): Trust {
  const state = stateOf(settings);
  const own = ownEntries(document, { root: ["hooks"], grouped: true, command: "command" }, isOwn);
  const recorded = own.filter(({ event, group, handler }) => {
    const place = `${snakeCase(event)}:${group}:${handler ?? 0}`;
    return paths.some((path) => {
      const known = Object.hasOwn(state, `${path}:${place}`) ? state[`${path}:${place}`] : undefined;
      return isObject(known) && typeof known.trusted_hash === "string" && known.enabled !== false;
    });
  });
  return { recorded: recorded.length, all: own.length };
}

/** What a running Codex says of our entries: those that it will not run, by their event, each with why. */
export type ListedTrust = {
  readonly all: number;
  readonly blocked: readonly { readonly event: string; readonly why: string }[];
};

/** `list` = its answer to `hooks/list` (seen 0.171.0); the same entry may be listed for several folders. */
export function listedTrust(list: Json, isOwn: (command: string) => boolean): ListedTrust {
  const folders = isObject(list) && Array.isArray(list.data) ? list.data : [];
  const hooks = folders.flatMap((folder) => isObject(folder) && Array.isArray(folder.hooks) ? folder.hooks : [])
    .filter(isObject).filter(({ command }) => typeof command === "string" && isOwn(command));
  const own = [...new Map(hooks.map((hook) => [hook.key, hook])).values()];
  const blocked = own.flatMap((hook) => {
    const why = whyBlocked(hook);
    return why === undefined ? [] : [{ event: String(hook.eventName), why }];
  });
  return { all: own.length, blocked };
}

/** Where a running Codex listens (`installer.md` section 8): a WebSocket, seen 0.171.0. */
export function appServerSocket(folder: string): string {
  return `${folder}/app-server-control/app-server-control.sock`;
}

function whyBlocked({ enabled, trustStatus }: JsonObject): string | undefined {
  if (enabled !== true) return "disabled";
  return trustStatus === "trusted" || trustStatus === "managed" ? undefined : String(trustStatus);
}

function stateOf(settings: string): Readonly<Record<string, unknown>> {
  try {
    const { hooks } = getStaticTOMLValue(parseTOML(settings.replace(/^\uFEFF/, ""), { tomlVersion: "1.0" }));
    return isObject(hooks) && isObject(hooks.state) ? hooks.state : {};
  } catch {
    return {}; // Codex does not start with it either, and says so itself
  }
}

function snakeCase(event: string): string {
  return event.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
}
