// What a client offers and says in one request, in any of the formats. Unknown members are left alone.

import { isObject, type Json, type JsonObject } from "../../../src/domain/json.ts";
import type { Tool } from "./turn.ts";

/** The tools of a request, those inside a namespace (Codex) too. */
export function offered(body: JsonObject): readonly Tool[] {
  return listOf(body["tools"]).flatMap((tool) => toolsOf(tool));
}

/** The newest words of the user. */
export function lastWords(body: JsonObject): string {
  const messages = listOf(body["messages"] ?? body["input"]);
  const said = messages.filter((message) => message["role"] === "user").map((message) => textOf(message["content"]));
  return said.findLast((text) => text.trim() !== "") ?? "";
}

function toolsOf(tool: JsonObject, namespace?: string): readonly Tool[] {
  if (tool["type"] === "namespace") {
    return listOf(tool["tools"]).flatMap((inner) => toolsOf(inner, String(tool["name"])));
  }
  const known = isObject(tool["function"]) ? tool["function"] : tool;
  const schema = known["input_schema"] ?? known["parameters"];
  return [{
    name: String(known["name"] ?? known["type"]),
    ...(namespace === undefined ? {} : { namespace }),
    schema: isObject(schema) ? schema : {},
  }];
}

function textOf(content: Json | undefined): string {
  if (typeof content === "string") return content;
  return listOf(content).map((part) => typeof part["text"] === "string" ? part["text"] : "").join("\n");
}

function listOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
