import { assertEquals } from "@std/assert";
import * as other from "../../src/agents/other.ts";
import { adapter, refusesBadInput, standsAnything } from "../support/adapter.ts";

const { read } = adapter(other, "aider", ["session_id", "s"]);

refusesBadInput(other, "aider", { id: "session_id", tool: "tool_name", event: "PreToolUse" });
standsAnything(other, "aider", ["PreToolUse", "PermissionRequest", "Stop", "beforeShellExecution", "afterFileEdit"]);

Deno.test("Claude's and Cursor's names of events mean the same", () => {
  const is = (event: string, payload: Record<string, string> = {}) => {
    const input = read(event, payload);
    return typeof input === "string" ? input : "tool" in input ? `${input.is} ${input.tool?.name}` : input.is;
  };
  assertEquals([is("UserPromptSubmit", { prompt: "go" }), is("beforeSubmitPrompt", { prompt: "go" })], [
    "prompted",
    "prompted",
  ]);
  assertEquals(is("beforeShellExecution", { command: "ls" }), "tool-started Bash");
  assertEquals(is("afterShellExecution", { command: "ls" }), "tool-finished Bash");
  assertEquals(is("beforeMCPExecution", { tool_name: "x" }), "tool-started x");
  assertEquals(is("afterFileEdit", { file_path: "/a" }), "tool-finished Edit");
  assertEquals(is("beforeShellExecution"), "undecodable");
  assertEquals([is("stop"), is("sessionEnd")], ["stopped", "ended"]);
});

Deno.test("a permission request is a wait without an offer, whatever the entry says", () => {
  const input = read("PermissionRequest", { tool_name: "Bash", command: "ls" });
  assertEquals(typeof input === "object" && input.is === "waits" && [input.wait, input.offer], [
    "permission",
    undefined,
  ]);
});
