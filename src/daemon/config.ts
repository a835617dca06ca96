// `config.toml`: what a person has set, read once at the start (DESIGN section 8). A mistake costs its own table, which
// keeps its defaults, and is said with its line and its mend; the daemon starts whatever the file holds.

import { z } from "zod";
import { isObject } from "../domain/json.ts";
import type { Millis } from "../domain/session.ts";
import { exists, reason } from "../files.ts";
import { HOLD_TABLE, readHolds } from "./config_holds.ts";
import { flag, whole } from "./config_values.ts";
import { parseToml, type Toml } from "./toml.ts";

/** The settings, by the names that they have in the file. */
export type Config = {
  readonly http: z.infer<typeof Http>;
  readonly retention: z.infer<typeof Retention>;
  /** How long cards of an agent are held, by the agent's own name. */
  readonly holds: Readonly<Record<string, Millis>>;
};

/** `errors` holds one line for each mistake. */
export type ReadConfig = { readonly config: Config; readonly errors: readonly string[] };

/** Reads the file at `path`; one that is not there sets nothing. */
export function readConfig(path: string): ReadConfig {
  const file = textOf(path);
  if (file === undefined) return { config: DEFAULTS, errors: [] };
  if ("why" in file) return useless(`Cannot read "${path}": ${file.why}`);
  const toml = parseToml(file.text);
  if (!("why" in toml)) return settings(toml, path);
  return useless(`Cannot use "${path}"${toml.where === undefined ? "" : `, ${toml.where}`}: ${toml.why}`);
}

const MOST_BYTES = 262_144;

/** A link is followed: people keep such files elsewhere. */
function textOf(path: string): { readonly text: string } | { readonly why: string } | undefined {
  try {
    const { isFile, size } = Deno.statSync(path);
    if (!isFile) return { why: "it is not a plain file" };
    if (size > MOST_BYTES) return { why: `it is longer than ${MOST_BYTES} bytes` };
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(Deno.readFileSync(path)) };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) return { why: reason(error) };
    return exists(path) ? { why: "it is a link to nothing" } : undefined;
  }
}

function useless(why: string): ReadConfig {
  return { config: DEFAULTS, errors: [`${why}; all settings keep their defaults ${MEND}`] };
}

const MEND = "(mend it and restart)";

/** What plain `curl` lines in the field call (`daemon.md` section 1). */
const DEFAULT_PORT = 9_876;

const Http = z.strictObject({
  port: whole(0, 65_535).default(DEFAULT_PORT),
  enabled: flag().default(true),
  /** Events without a token, on `POST /hook` alone (`daemon.md` section 1). */
  accept_tokenless_hooks: flag().default(false),
});

const Retention = z.strictObject({ days: whole(1, 3_650, "days").default(30) });

/** Holds are a table of their own. */
const Approvals = z.strictObject({ hold: z.unknown().optional() });

const DEFAULTS: Config = { http: Http.parse({}), retention: Retention.parse({}), holds: {} };

/** A mistake: where it stands in the file, and the table that it costs; without one the key alone is ignored. */
type Fault = { readonly path: readonly string[]; readonly why: string; readonly table?: string };

function settings(toml: Toml, path: string): ReadConfig {
  const { http, approvals, retention, ...others } = toml.values;
  const faults: Fault[] = Object.keys(others).map(noTable);
  table("approvals", approvals, Approvals, faults);
  const config: Config = {
    http: table("http", http, Http, faults) ?? { ...DEFAULTS.http, enabled: !isClosed(http) },
    retention: table("retention", retention, Retention, faults) ?? DEFAULTS.retention,
    holds: holdTable(approvals, faults) ?? DEFAULTS.holds,
  };
  return { config, errors: told(faults, toml, path) };
}

/** A mistake beside it does not open the port that a person has closed. */
function isClosed(http: unknown): boolean {
  return isTable(http) && http.enabled === false;
}

function noTable(name: string): Fault {
  return { path: [name], why: `there is no table ${quoted(name)}, only [http], [${HOLD_TABLE}] and [retention]` };
}

/** What a table sets, with its defaults; `undefined` when anything in it is wrong. */
function table<Shape extends z.ZodObject>(
  name: string,
  given: unknown,
  shape: Shape,
  faults: Fault[],
): z.infer<Shape> | undefined {
  if (given !== undefined && !isTable(given)) return void faults.push(notTable(name));
  const read = shape.safeParse(given ?? {});
  if (read.success) return read.data;
  for (const issue of read.error.issues) {
    const unknown = issue.code === "unrecognized_keys";
    const why = unknown ? `is no setting, only ${Object.keys(shape.shape).join(", ")}` : issue.message;
    for (const key of unknown ? issue.keys : [String(issue.path[0])]) faults.push(wrong(name, key, why));
  }
  return undefined;
}

function holdTable(approvals: unknown, faults: Fault[]): Config["holds"] | undefined {
  const given = isTable(approvals) ? approvals.hold : undefined;
  if (given === undefined) return undefined;
  if (!isTable(given)) return void faults.push(notTable(HOLD_TABLE));
  const { holds, mistakes } = readHolds(given);
  for (const { name, why } of mistakes) faults.push(wrong(HOLD_TABLE, name, why));
  return mistakes.length === 0 ? holds : undefined;
}

/** A date is an object too. */
function isTable(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !(value instanceof Date);
}

function notTable(table: string): Fault {
  return { path: table.split("."), why: `${table} must be a table, [${table}]`, table };
}

function wrong(table: string, key: string, why: string): Fault {
  return { path: [...table.split("."), key], why: `[${table}] ${quoted(key)} ${why}`, table };
}

const SHOWN_CHARACTERS = 60;

function quoted(key: string): string {
  // Escaped: a key may hold a line break.
  return JSON.stringify(key.length > SHOWN_CHARACTERS ? `${key.slice(0, SHOWN_CHARACTERS)}…` : key);
}

/** More would bury what else a person should know. */
const MOST_ERRORS = 20;

function told(faults: readonly Fault[], toml: Toml, file: string): readonly string[] {
  const placed = faults.map((fault) => ({ ...fault, line: toml.lineOf(fault.path) })).sort((a, b) => a.line - b.line);
  const lines = placed.slice(0, MOST_ERRORS).map(({ line, why, table }) => {
    const cost = table === undefined ? "it is ignored" : `[${table}] keeps its defaults`;
    return `Cannot use "${file}", line ${line}: ${why}; ${cost} ${MEND}`;
  });
  const more = faults.length - lines.length;
  return more === 0 ? lines : [...lines, `Cannot use "${file}": ${more} more mistakes like these`];
}
