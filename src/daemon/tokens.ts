// The two tokens: `token` opens the API, `hook-token` the hook routes and nothing else (DESIGN section 8). Made once, kept
// 0600; a file that others can read, or that is a link, is refused, never used.

import { ENV, OLD_ENV } from "../brand.ts";
import { lstatIfThere, notOurs, readIfThere, removeIfThere, shellWord, writeNew } from "../files.ts";
import type { Paths } from "../paths.ts";
import type { ReadEnv } from "../wire/endpoint.ts";

export type Tokens = { readonly api: string; readonly hook: string };

const TOKEN_BYTES = 32;

/** Reads both tokens, making those that are missing; `VULTS_TOKEN` wins over the hook token's file. */
export function readTokens(paths: Paths, env: ReadEnv): Tokens | { readonly refused: string } {
  const api = readOrMake(paths.token);
  if (typeof api !== "string") return api;
  const hook = readOrMake(paths.hookToken);
  if (typeof hook !== "string") return hook;
  return { api, hook: env(`${ENV}TOKEN`) ?? env(`${OLD_ENV}TOKEN`) ?? hook };
}

function readOrMake(path: string): string | { readonly refused: string } {
  const info = lstatIfThere(path);
  // An empty file is what a crash between making and writing leaves.
  if (info?.isFile && info.size === 0) removeIfThere(path);
  else if (info !== undefined) return read(path, info);
  const token = randomHex(TOKEN_BYTES);
  writeNew(path, `${token}\n`, 0o600);
  return token;
}

function read(path: string, info: Deno.FileInfo): string | { readonly refused: string } {
  if (!info.isFile) return { refused: `Cannot use the token "${path}": it is not a plain file (move it away)` };
  const fault = notOurs(info, `the token "${path}"`, `rm ${shellWord(path)}, others may know it`);
  if (fault !== undefined) return { refused: fault };
  const token = readIfThere(path)?.trim() ?? "";
  if (/^[0-9a-f]{64}$/.test(token)) return token;
  return { refused: `Cannot use the token "${path}": it does not hold 64 hex digits (remove it, a new one is made)` };
}

function randomHex(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}
