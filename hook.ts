// The hook alone, for development, tests and the start-up benchmark: the arguments are those after `hook`.

import { runHook } from "./src/hook/run.ts";

await runHook(Deno.args);
