// The npm repackaging of the Deno standard library ships no types: the few functions we use, declared by hand.

declare module "@std/cli/parse-args" {
  /** Parses `args` into flags and positionals (`_`); what stands after `--` is in `--` when asked for. */
  export function parseArgs(args: readonly string[], options?: {
    boolean?: readonly string[];
    string?: readonly string[];
    collect?: readonly string[];
    negatable?: readonly string[];
    default?: Record<string, unknown>;
    alias?: Record<string, string | readonly string[]>;
    stopEarly?: boolean;
    "--"?: boolean;
    unknown?: (arg: string, key?: string, value?: unknown) => unknown;
  }): Record<string, unknown> & { _: (string | number)[] };
}

declare module "@std/toml" {
  /** Parses TOML text; throws SyntaxError on bad input. */
  export function parse(text: string): Record<string, unknown>;
}

declare module "@std/jsonc" {
  /** Parses JSON with comments and trailing commas; throws SyntaxError on bad input. */
  export function parse(text: string): unknown;
}

declare module "@std/assert" {
  export function assert(condition: unknown, message?: string): asserts condition;
  export function assertEquals<T>(actual: T, expected: T, message?: string): void;
  export function assertNotEquals<T>(actual: T, expected: T, message?: string): void;
  export function assertStringIncludes(actual: string, expected: string, message?: string): void;
  export function assertMatch(actual: string, expected: RegExp, message?: string): void;
  export function assertThrows(fn: () => unknown, errorClass?: unknown, includes?: string): unknown;
  export function assertRejects(fn: () => Promise<unknown>, errorClass?: unknown, includes?: string): Promise<unknown>;
}
