// JSON and JSONC as formats (`installer.md` section 9). The text is spliced and never written anew, so key order, numbers,
// escapes, comments, indentation, line endings and the BOM of a file stay as its owner left them.

import type { Change, Edited, Format, Path, Reading, Refused } from "./format.ts";
import { wrongIn } from "./json/check.ts";
import { type Dialect, isRefused, lineAt, readDocument, twiceIn, valueAt } from "./json/document.ts";
import { planEdit } from "./json/plan.ts";
import { isBlank } from "./json/restoration.ts";
import { spliced } from "./json/splices.ts";
import { hasComment } from "./json/tokens.ts";
import { wishesOf } from "./json/wishes.ts";

/** JSON without comments: Claude, Codex, Grok, Cursor, Antigravity, Copilot (`installer.md` section 6). */
export const strictJson: Format = formatOf("json");

/** JSON with comments, but no trailing comma: Qwen, Droid, Gemini. */
export const jsonc: Format = formatOf("jsonc");

const BOM = "\uFEFF";

/** The first member that its object has twice, in a text that can be read. */
export function twice(text: string): Path | undefined {
  const { body } = withoutBom(text);
  const document = isBlank(body) ? undefined : readDocument(body, "jsonc");
  return document === undefined || isRefused(document) ? undefined : twiceIn(document.root, []);
}

function formatOf(dialect: Dialect): Format {
  return { read: (text) => read(text, dialect), edit: (text, changes) => edit(text, changes, dialect), hasComment };
}

function read(text: string, dialect: Dialect): Reading | Refused {
  const { body } = withoutBom(text);
  if (isBlank(body)) return { document: {}, lineOf: () => 1 };
  const document = readDocument(body, dialect);
  if (isRefused(document)) return document;
  return { document: valueAt(document, document.root), lineOf: (path) => lineAt(document, path) };
}

function edit(text: string, changes: readonly Change[], dialect: Dialect): Edited | Refused {
  const { bom, body } = withoutBom(text);
  const edited = isBlank(body) ? fillBlank(body, changes, dialect) : editBody(body, changes, dialect);
  return "refused" in edited ? edited : { ...edited, text: bom + edited.text };
}

function withoutBom(text: string): { bom: string; body: string } {
  const bom = text.startsWith(BOM) ? BOM : "";
  return { bom, body: text.slice(bom.length) };
}

/** Only what was blank gets a line ending that nobody wrote. */
function fillBlank(blank: string, changes: readonly Change[], dialect: Dialect): Edited | Refused {
  const empty = "{}" + (blank.includes("\r\n") ? "\r\n" : "\n");
  const edited = editBody(empty, changes, dialect);
  if ("refused" in edited) return edited;
  if (edited.text === empty) return { text: blank, made: [], undo: [] };
  return { ...edited, undo: [{ path: [], text: blank }] };
}

function editBody(body: string, changes: readonly Change[], dialect: Dialect): Edited | Refused {
  const document = readDocument(body, dialect);
  if (isRefused(document)) return document;
  const plan = planEdit(document, wishesOf(changes));
  if ("refused" in plan) return plan;
  const text = spliced(body, plan.splices);
  return wrongIn(document, plan, text, changes) ?? { text, made: plan.made, undo: plan.undo };
}
