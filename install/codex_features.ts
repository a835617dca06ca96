// Whether a Codex config switches hooks off. Reported and never written; only what Codex itself would read as "off" counts
// (`installer.md` section 8).

import { type AST, getStaticTOMLValue, parseTOML } from "toml-eslint-parser";
import { isObject } from "../src/domain/json.ts";

/** The switch, and the line it stands in. */
export type HooksOff = { readonly key: string; readonly line: number };

/** A config is smaller than this. */
const READ_CHARACTERS = 1_048_576;
/** The current name decides before the older one. */
const KEYS = ["hooks", "codex_hooks"];

/** The switch that is off; `undefined` where there is none, or where the file tells nothing. */
export function codexHooksOff(text: string): HooksOff | undefined {
  const program = text.length > READ_CHARACTERS ? undefined : parsed(text);
  const features = program && getStaticTOMLValue(program).features;
  if (program === undefined || !isObject(features)) return undefined;
  const key = KEYS.find((name) => Object.hasOwn(features, name));
  if (key === undefined || features[key] !== false) return undefined;
  return { key, line: lineOf(program.body[0].body, ["features", key]) ?? 1 };
}

function parsed(text: string): AST.TOMLProgram | undefined {
  try {
    return parseTOML(text.replace(/^\uFEFF/, ""), { tomlVersion: "1.0" });
  } catch {
    return undefined; // Codex does not start with it either, and says so itself
  }
}

function lineOf(nodes: readonly (AST.TOMLTable | AST.TOMLKeyValue)[], path: readonly string[]): number | undefined {
  for (const node of nodes) {
    const keys = node.key.keys.map((key) => key.type === "TOMLBare" ? key.name : key.value);
    if (keys.some((key, index) => key !== path[index])) continue;
    const rest = path.slice(keys.length);
    if (rest.length === 0) return node.loc.start.line;
    const line = lineOf(membersOf(node), rest);
    if (line !== undefined) return line;
  }
  return undefined;
}

function membersOf(node: AST.TOMLTable | AST.TOMLKeyValue): readonly AST.TOMLKeyValue[] {
  if (node.type === "TOMLTable") return node.body;
  return node.value.type === "TOMLInlineTable" ? node.value.body : [];
}
