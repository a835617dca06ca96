// A command line to flags and words, or to what is wrong with it. Pure.

import { parseArgs } from "@std/cli/parse-args";
import { nearest } from "./nearest.ts";
import { visible } from "./visible.ts";

/** What a command takes. Names are without their dashes. */
export type Accepts = {
  /** `--name` */
  readonly switches?: readonly string[];
  /** `--name VALUE`, any value, also one that starts with a dash. */
  readonly values?: readonly string[];
  /** How many words besides: at least, at most. */
  readonly words: readonly [number, number];
  /** Said when there are too few words. */
  readonly missing?: string;
};

export type Given = {
  readonly switches: ReadonlySet<string>;
  /** Each in the order given. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly words: readonly string[];
};

/** A command line that cannot be meant: one sentence, for stderr and exit code 2. */
export type Wrong = { readonly wrong: string };

/** `"help"` when `--help` or `-h` stands among the flags. */
export function parse(args: readonly string[], accepts: Accepts): Given | Wrong | "help" {
  const switches = [...accepts.switches ?? [], "help"];
  const values = accepts.values ?? [];
  const given = split(args, values);
  if ("wrong" in given) return given;
  const valued = given.flags.find((flag) => isValued(flag, switches));
  if (valued !== undefined) return { wrong: `${valued.split("=")[0]} takes no value` };
  const unknown: string[] = [];
  const parsed = parseArgs(given.flags, {
    boolean: switches,
    string: values,
    collect: values,
    alias: { help: "h" },
    unknown: (arg: string) => unknown.push(arg) === 0,
  });
  const [first] = unknown;
  if (first !== undefined) return unknownFlag(first, [...switches, ...values]);
  if (parsed["help"] === true) return "help";
  const { words } = given;
  return misfit(words, accepts) ?? {
    switches: new Set(switches.filter((name) => parsed[name] === true)),
    values: new Map(values.map((name) => [name, texts(parsed[name])])),
    words,
  };
}

/** The last value of a flag: a later one replaces an earlier one. */
export function last(given: Given, name: string): string | undefined {
  return given.values.get(name)?.at(-1);
}

/**
 * The parser takes a value that starts with a dash for a flag, so each value is bound to its flag first; and a number
 * below zero too, so words are told from flags here.
 */
function split(args: readonly string[], values: readonly string[]): { flags: string[]; words: string[] } | Wrong {
  const flags: string[] = [];
  const words: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "--") return { flags, words: [...words, ...args.slice(at + 1)] };
    if (!values.some((name) => arg === `--${name}`)) {
      (/^-\D/.test(arg) ? flags : words).push(arg);
      continue;
    }
    const value = args[++at];
    if (value === undefined) return { wrong: `${arg} needs a value` };
    flags.push(`${arg}=${value}`);
  }
  return { flags, words };
}

/** To the parser `--yes=no` is a yes. */
function isValued(flag: string, switches: readonly string[]): boolean {
  return flag.startsWith("-h=") || switches.some((name) => flag.startsWith(`--${name}=`));
}

function unknownFlag(arg: string, known: readonly string[]): Wrong {
  const name = arg.split("=")[0] ?? arg;
  const close = nearest(name.replace(/^-+/, ""), known);
  return { wrong: `Unknown flag ${visible(name)}${close === undefined ? "" : `: did you mean --${close}?`}` };
}

function misfit(words: readonly string[], { words: [least, most], missing }: Accepts): Wrong | undefined {
  if (words.length < least) return { wrong: missing ?? "Something is missing" };
  const extra = words[most];
  return extra === undefined ? undefined : { wrong: `Unexpected "${visible(extra)}"` };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
