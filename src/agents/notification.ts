// Claude's Notification: a type beats the text (`daemon.md` section 5). A wait known only from here has no card.

import type { AgentInput, Origin } from "../domain/input.ts";
import type { JsonObject } from "../domain/json.ts";
import { text } from "./fields.ts";

/** What a notification means; most mean nothing for the session's state. */
export function notification(payload: JsonObject, from: Origin): AgentInput | "ignored" {
  const words = text(payload, "message") ?? "";
  const type = text(payload, "notification_type") ?? "";
  switch (type) {
    // The reminder 60 s after Stop must not turn `done` into a wait (fixture tui1).
    case "idle_prompt":
    case "auth_success":
      return "ignored";
    case "permission_prompt":
      return { is: "waits", from, wait: "permission", text: words };
    case "elicitation_dialog":
    case "agent_needs_input":
      return { is: "waits", from, wait: "question", text: words };
  }
  if (type.startsWith("quota_auto_resume")) return { is: "meta", from };
  return byText(words, from);
}

function byText(words: string, from: Origin): AgentInput | "ignored" {
  if (/rate limit|usage limit/i.test(words)) return { is: "limited", from, text: words };
  if (/permission/i.test(words)) return { is: "waits", from, wait: "permission", text: words };
  if (words.trimEnd().endsWith("?")) return { is: "waits", from, wait: "question", text: words };
  return "ignored";
}
