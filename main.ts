// The binary's door. The hook is the fast path and loads nothing else; every other command is behind one import.

import { runHook } from "./src/hook/run.ts";

const [command, ...args] = Deno.args;
// A person asks for help; agents are never registered with that argument.
const asked = args.length === 1 && args[0] === "--help";
if (command === "hook" && !asked) await runHook(args);
const { runCli } = await import("./src/cli/run.ts");
await runCli(Deno.args);
