// The process of one hook, through the runtime that OpenCode itself runs in: Bun, and Deno in the tests. It takes
// `child_process` from the runtime, so that the plugin imports nothing.

import { REPLY_CHARACTERS } from "./limits.ts";

/** How a hook ended: its exit code (`null` when there is none), and what it printed. */
export type Ended = { readonly code: number | null; readonly printed: string };

export type Running = {
  readonly ended: Promise<Ended>;
  /** Safe after it has ended. */
  kill(signal: "SIGTERM" | "SIGKILL"): void;
};

/** Starts our hook with these arguments and this stdin. */
export type Start = (args: readonly string[], stdin: string) => Running;

/** A starter of `command`; `undefined` where the runtime has no processes. */
export function starter(command: readonly string[]): Start | undefined {
  const [program, ...first] = command;
  const spawn = runtime()?.getBuiltinModule?.("node:child_process")?.spawn;
  if (program === undefined || spawn === undefined) return undefined;
  return (args, stdin) => {
    // Detached: the terminal's Ctrl-C is OpenCode's, and nothing of ours holds its stdio.
    const child = spawn(program, [...first, ...args], { detached: true, stdio: ["pipe", "pipe", "ignore"] });
    const ended = endOf(child);
    feed(child.stdin, stdin);
    for (const part of [child, child.stdin, child.stdout]) part?.unref?.();
    return { ended, kill: killer(child) };
  };
}

/** Runs `work` when OpenCode ends; gives what takes it back. One listener serves all: Node warns aloud of many. */
export function atExit(work: () => void): () => void {
  if (!listening) {
    listening = true;
    runtime()?.on?.("exit", () => endings.forEach((ending) => ending()));
  }
  endings.add(work);
  return () => void endings.delete(work);
}

const endings = new Set<() => void>();
let listening = false;

/** As much of Node's API as is used here; `unref` is missing on some of Bun's streams (seen 1.4.5). */
type Runtime = {
  getBuiltinModule?(name: "node:child_process"): { readonly spawn?: Spawn } | undefined;
  kill(pid: number, signal: string): unknown;
  on?(event: "exit", listener: () => void): unknown;
};
type Spawn = (program: string, args: readonly string[], options: object) => Child;
type Child = {
  readonly pid?: number;
  readonly stdin: Stream | null;
  readonly stdout: Stream | null;
  on(event: "error" | "exit" | "close", listener: (code: unknown) => void): unknown;
  unref?(): void;
};
type Stream = {
  on(event: "error" | "data", listener: (chunk: unknown) => void): unknown;
  setEncoding?(encoding: "utf8"): unknown;
  end(text: string): unknown;
  unref?(): void;
};

function runtime(): Runtime | undefined {
  return (globalThis as { readonly process?: Runtime }).process;
}

function endOf(child: Child): Promise<Ended> {
  let printed = "";
  child.stdout?.setEncoding?.("utf8");
  child.stdout?.on("data", (chunk) => {
    // One more than may be printed is enough to know that it was too much.
    if (printed.length <= REPLY_CHARACTERS) printed += String(chunk);
  });
  child.stdout?.on("error", () => {/* what it printed so far counts, and its end follows */});
  return new Promise((resolve) => {
    child.on("error", () => resolve({ code: null, printed: "" }));
    child.on("close", (code) => resolve({ code: typeof code === "number" ? code : null, printed }));
  });
}

function feed(stdin: Stream | null, text: string): void {
  stdin?.on("error", () => {/* it ended before it had read everything: how it ended is what counts */});
  stdin?.end(text);
}

/** Ends all that the hook is: detached, it leads a group of its own. `child.kill` sends one signal only (seen: Deno). */
function killer(child: Child): Running["kill"] {
  let over = false;
  child.on("exit", () => over = true);
  return (signal) => {
    if (over || child.pid === undefined) return;
    try {
      runtime()?.kill(-child.pid, signal);
    } catch {
      // It has ended by itself, which is what was wanted.
    }
  };
}
