// The hook with its clock scaled: the argument is the JSON of its limits, the rest are the hook's own.

import { runHook } from "../../src/hook/run.ts";

const [limits = "{}", ...args] = Deno.args;
await runHook(args, JSON.parse(limits));
