// The hook in a process where something fails outside of everybody's hands: a rejection nobody handles, an error thrown
// from the event loop.

import { runHook } from "../../src/hook/run.ts";

const [how, ...args] = Deno.args;
if (how === "rejection") Promise.reject(new Error("nobody handles this"));
if (how === "error") queueMicrotask(() => reportError(new Error("thrown from the event loop")));
await runHook(args);
