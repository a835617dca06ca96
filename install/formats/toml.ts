// TOML (Kimi's `config.toml`, Grok's status line): positions from the parser, splices of ours. Two parsers read the result
// before anybody gets it.

import { parse } from "@std/toml";
import type { Json } from "../../src/domain/json.ts";
import type { Change, Edited, Format, Refused } from "./format.ts";
import { withoutMark } from "./byte_order_mark.ts";
import { type Intent, intentOf, misfitting } from "./intent.ts";
import { lineEnding } from "./lines.ts";
import { isOutcome } from "./outcome.ts";
import { pathText } from "./path_text.ts";
import { plainValue } from "./plain_value.ts";
import { spliced, withoutNewEnding } from "./splice.ts";
import { type TomlDocument, tomlDocument } from "./toml/document.ts";
import { isWritable } from "./toml/text.ts";
import { tomlWork } from "./toml/work.ts";

/** TOML 1.0. */
export const toml: Format = {
  read(text) {
    const document = tomlDocument(withoutMark(text).body);
    return "refused" in document ? document : { document: document.value, lineOf: document.lineOf };
  },
  edit(text, changes) {
    const { mark, body } = withoutMark(text);
    const document = tomlDocument(body);
    if ("refused" in document) return document;
    const edited = change(document, changes);
    return "refused" in edited ? edited : { ...edited, text: mark + edited.text };
  },
};

// `@std/toml` takes time by the square of the keys: 0.1 s for 1,000, minutes for 30,000.
const MAX_LINES_OF_SECOND_READER = 1_000;
const NOT_EXACT = { refused: "the change would not stay within its own lines", mend: "make the change by hand" };

function change(document: TomlDocument, changes: readonly Change[]): Edited | Refused {
  const unwritable = changes.find((one) => (one.do === "append" || one.do === "set") && !isWritable(one.value));
  if (unwritable !== undefined) throw new Error(`Cannot write ${pathText(unwritable.path)}: TOML has no null`);
  const { text, value } = document;
  const intent = intentOf(value, changes);
  if ("why" in intent) return misfitting(intent, document);
  const work = tomlWork(document, intent);
  if ("refused" in work) return work;
  const left = spliced(text, withoutNewEnding(text, work.splices));
  const next = oldBlank(left, intent) ?? withTail(left, work.tail, lineEnding(text, text.length));
  const after = tomlDocument(next);
  if ("refused" in after || !isOutcome(value, intent, after.value)) return NOT_EXACT;
  if (!secondReaderAgrees(text, intent, next)) return NOT_EXACT;
  const filled = text.trim() === "" && next !== text ? [{ path: [], text }] : [];
  return { text: next, made: intent.made, undo: [...filled, ...work.undo] };
}

/** A file that was blank is so again, unless something is left in it. */
function oldBlank(left: string, { restored }: Intent): string | undefined {
  return left.trim() === "" ? restored.find(({ path }) => path.length === 0)?.text : undefined;
}

/** Tables at the end of a text, an empty line before each; the text's last line keeps its form. */
function withTail(text: string, blocks: readonly string[][], ending: string): string {
  if (blocks.length === 0) return text;
  const tail = blocks.map((lines) => lines.join(ending)).join(ending + ending);
  if (text.trim() === "") return tail + ending;
  return text.endsWith("\n") ? text + ending + tail + ending : text + ending + ending + tail;
}

/** A file that the second reader cannot read as it is proves nothing about the change. */
function secondReaderAgrees(before: string, intent: Intent, after: string): boolean {
  if (after.split("\n").length > MAX_LINES_OF_SECOND_READER) return true;
  const old = secondReading(before);
  if (old === undefined) return true;
  const next = secondReading(after);
  return next !== undefined && isOutcome(old, intent, next);
}

function secondReading(text: string): Json | undefined {
  try {
    return plainValue(parse(text));
  } catch {
    return undefined; // what it cannot read, the first reader has judged
  }
}
