// `deno task plugin [--command PROGRAM] [--output FILE] [--quiet]`: OpenCode's plugin as one file without imports. Without a command
// a placeholder stands for our binary.

import { pluginText } from "../install/assets/plugin_text.ts";
import { last, parse } from "../src/cli/arguments.ts";
import { parent } from "../src/wire/endpoint.ts";

const ROOT = decodeURIComponent(new URL("..", import.meta.url).pathname);
const ENTRY = "install/assets/opencode_plugin.ts";
const USAGE = `Usage: deno task plugin [--command PROGRAM] [--output FILE] [--quiet]
  --command PROGRAM  the whole path of the binary that the plugin runs, e.g. "$HOME/.local/bin/vults"`;

if (import.meta.main) Deno.exit(await plugin(Deno.args));

async function plugin(args: readonly string[]): Promise<number> {
  const given = parse(args, { switches: ["quiet"], values: ["command", "output"], words: [0, 0] });
  if (given === "help" || "wrong" in given) {
    console.error(given === "help" ? USAGE : `${given.wrong}\n${USAGE}`);
    return given === "help" ? 0 : 2;
  }
  const output = last(given, "output") ?? `${ROOT}dist/opencode_plugin.js`;
  const command = last(given, "command");
  if (command !== undefined && !command.startsWith("/")) {
    console.error(`--command needs a whole path, not "${command}": the plugin runs in any folder\n${USAGE}`);
    return 2;
  }
  const bundle = await bundlePlugin();
  const text = command === undefined ? bundle : pluginText(bundle, [command]);
  await Deno.mkdir(parent(output.startsWith("/") ? output : `${Deno.cwd()}/${output}`), { recursive: true });
  await Deno.writeTextFile(output, text);
  if (!given.switches.has("quiet")) console.log(`${output}  plugin, ${Math.ceil(text.length / 1_024)} KiB`);
  return 0;
}

/** The bundle's text. */
export async function bundlePlugin(): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--platform=browser", "--frozen-lockfile", ENTRY],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  if (!success) throw new Error(`Cannot bundle the plugin: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}
