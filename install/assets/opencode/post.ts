// Answers go to OpenCode through the client that it gave us: its address and password are in there. Its inner client
// posts raw paths (`@opencode-ai/sdk` 1.18.33, read: `_client` in the first version, `client` in the second).

import type { JsonObject } from "../../../src/domain/json.ts";

/** Posts an answer. It may reject; nobody depends on it. */
export type Post = (url: string, body: JsonObject) => Promise<unknown>;

/** The poster of a client, of whatever shape; without one that posts, answers stay unsaid. */
export function poster(client: unknown): Post {
  return async (url, body) => {
    for (const holder of [member(client, "_client"), member(client, "client"), client]) {
      const post = member(holder, "post");
      if (typeof post !== "function") continue;
      return await post.call(holder, { url, body, headers: { "Content-Type": "application/json" } });
    }
    throw new Error("This client cannot post");
  };
}

function member(value: unknown, name: string): unknown {
  return (typeof value === "object" && value !== null) || typeof value === "function"
    ? Reflect.get(value, name)
    : undefined;
}
