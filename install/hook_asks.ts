// Where `vults hook` waits for a person whatever its flags say (`protocol.md` section 7). An entry that runs it there is a
// gate, whether or not it was meant as one.

/** True when the hook itself asks at this event of this agent. */
export function hookAsks(agent: string | undefined, event: string): boolean {
  if (agent === "copilot" && event === "permissionRequest") return true;
  return event === "PermissionRequest" && agent !== undefined && ASKING.has(agent);
}

const ASKING: ReadonlySet<string> = new Set(["claude", "codex", "opencode", "qwen", "copilot"]);
