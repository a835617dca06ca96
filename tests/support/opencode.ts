// OpenCode's plugin under test: the real bundle in a process of its own, a fake binary that writes down how it was run
// and does what it is told, and a client that writes down what is posted.

import { pluginText } from "../../install/assets/plugin_text.ts";
import { bundlePlugin } from "../../scripts/plugin.ts";
import { parseRecording } from "../../src/cli/recording.ts";
import type { PluginEvent } from "../../src/cli/plugin_event.ts";
import { isObject, type JsonObject } from "../../src/domain/json.ts";
import { poll } from "../../scripts/stage.ts";

/** One run of the fake binary. */
export type Run = { readonly pid: number; readonly args: string; readonly payload: JsonObject };

/** What the inner client was given. */
export type Post = { readonly url: string; readonly body: JsonObject; readonly headers: JsonObject };

export type OpenCode = {
  readonly folder: string;
  /** Calls one of the plugin's hooks. */
  call(hook: string, input?: unknown, output?: unknown): Promise<void>;
  event(type: string, properties: unknown): Promise<void>;
  /** All runs so far, in the order in which they had read their stdin. */
  runs(): readonly Run[];
  /** Waits until there are so many. */
  ran(count: number): Promise<readonly Run[]>;
  /** Waits until the hook of this request runs. */
  asked(request: string): Promise<Run>;
  posts(): readonly Post[];
  /** What the host wrote down: exports and hooks, then each call. */
  record(): readonly JsonObject[];
  /** Waits until every call has come back. */
  called(count: number): Promise<readonly JsonObject[]>;
  /** Ends it, and gives what the plugin printed. */
  close(): Promise<string>;
};

export type Options = {
  /** What the binary does at an event, as a line of `sh`; by default it prints nothing and ends with 0. */
  readonly does?: Readonly<Record<string, string>>;
  /** The client: one of the shapes of opencode_host.ts. */
  readonly client?: string;
  /** Another command than the fake binary. */
  readonly command?: readonly string[];
  /** False: requests are only told of. */
  readonly asks?: boolean;
  readonly env?: Readonly<Record<string, string>>;
};

let bundle: Promise<string> | undefined;

/** The plugin's bundle, made once. */
export function bundled(): Promise<string> {
  return bundle ??= bundlePlugin();
}

export async function openCode(options: Options = {}): Promise<OpenCode> {
  const { does = {}, client = "first", command, asks = true, env = {} } = options;
  const folder = await Deno.makeTempDir({ prefix: "vults opencode " });
  const binary = `${folder}/the "binary"`;
  Deno.mkdirSync(`${folder}/runs`);
  Deno.mkdirSync(`${folder}/do`);
  for (const [event, line] of Object.entries(does)) Deno.writeTextFileSync(`${folder}/do/${event}`, line);
  Deno.writeTextFileSync(binary, FAKE);
  Deno.chmodSync(binary, 0o755);
  const file = `${folder}/plugin.js`;
  Deno.writeTextFileSync(file, pluginText(await bundled(), command ?? [binary], asks));
  const record = `${folder}/record`;
  Deno.writeTextFileSync(record, "");
  const host = decodeURIComponent(new URL("opencode_host.ts", import.meta.url).pathname);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-all", "--no-prompt", "--no-config", host, file, record, client],
    env: { PATH: "/usr/bin:/bin", HOME: folder, AT: folder, ...env },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const ended = child.output();
  const stdin = child.stdin.getWriter();
  const call = (hook: string, input?: unknown, output?: unknown) =>
    stdin.write(new TextEncoder().encode(`${JSON.stringify({ hook, input, output })}\n`));
  const lines = () => readLines(record);
  const runs = () => readRuns(folder);
  return {
    folder,
    call,
    event: (type, properties) => call("event", { event: { type, properties } }),
    runs,
    ran: (count) => poll(`${count} runs`, () => runs().length >= count ? runs() : undefined),
    asked: (id) => poll(`the hook of ${id}`, () => runs().find(({ payload }) => payload.request_id === id)),
    posts: () => lines().flatMap(({ posted }) => posted === undefined ? [] : [posted as Post]),
    record: lines,
    called: (count) =>
      poll(`${count} calls`, () => {
        const calls = lines().filter(({ called }) => called !== undefined);
        return calls.length >= count ? calls : undefined;
      }),
    async close() {
      await stdin.close();
      const { stdout, stderr } = await ended;
      await Deno.remove(folder, { recursive: true });
      return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    },
  };
}

/** Runs `test` and then requires that the plugin printed nothing and threw nothing. */
export async function onOpenCode(options: Options, test: (at: OpenCode) => Promise<void>): Promise<void> {
  const at = await openCode(options);
  let threw: readonly JsonObject[] = [];
  let printed = "";
  try {
    await test(at);
    threw = at.record().filter((line) => "threw" in line);
  } finally {
    printed = await at.close();
  }
  if (printed !== "") throw new Error(`The plugin printed: ${printed}`);
  if (threw.length > 0) throw new Error(`The plugin threw: ${JSON.stringify(threw)}`);
}

/** The recorded calls of one scenario. */
export function recordedCalls(scenario: string): readonly PluginEvent[] {
  const file = new URL(`../../fixtures/agents/opencode/1.18.33/${scenario}.jsonl`, import.meta.url);
  const recording = parseRecording(Deno.readTextFileSync(file));
  if ("events" in recording) return recording.events;
  throw new Error(`Cannot read "${scenario}", line ${recording.line}: ${recording.why}`);
}

/** Calls the plugin as it was called in the recording; a request's hook has started before anybody replies. */
export async function play(at: OpenCode, calls: readonly PluginEvent[]): Promise<void> {
  for (const call of calls) {
    await callAs(at, call);
    const { type, properties } = call.input;
    if (String(type).endsWith(".asked") && isObject(properties)) await at.asked(String(properties.id));
  }
}

/** One call as it was recorded. */
export async function callAs(at: OpenCode, { hook, input, output }: PluginEvent): Promise<void> {
  if (hook !== "init") await at.call(hook, hook === "event" ? { event: input } : input, output);
}

/** True while a process of this id runs; one that has ended and was not collected does not. */
export function isAlive(pid: number): boolean {
  const { stdout } = new Deno.Command("ps", { args: ["-o", "stat=", "-p", String(pid)] }).outputSync();
  const state = new TextDecoder().decode(stdout).trim();
  return state !== "" && !state.startsWith("Z");
}

const FAKE = `#!/bin/sh
for event in "$@"; do :; done
cat > "$AT/runs/$$.stdin"
printf '%s' "$*" > "$AT/runs/$$.args"
echo "$$" >> "$AT/runs/order"
[ -f "$AT/do/$event" ] && . "$AT/do/$event"
echo "$event ended" >> "$AT/ended"
exit 0
`;

function readRuns(folder: string): readonly Run[] {
  return readText(`${folder}/runs/order`).split("\n").filter(Boolean).map((pid) => ({
    pid: Number(pid),
    args: readText(`${folder}/runs/${pid}.args`),
    payload: JSON.parse(readText(`${folder}/runs/${pid}.stdin`)),
  }));
}

function readLines(file: string): readonly JsonObject[] {
  return readText(file).split("\n").slice(0, -1).map((line) => JSON.parse(line));
}

function readText(file: string): string {
  try {
    return Deno.readTextFileSync(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
