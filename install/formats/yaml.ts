// YAML (agentica's `config.yaml`): positions from the parser, splices of ours; comments, order, quotes, indentation and
// document markers stay. The result is read again before anybody gets it.

import { withoutMark } from "./byte_order_mark.ts";
import type { Change, Edited, Format, Refused } from "./format.ts";
import { type Intent, intentOf, misfitting } from "./intent.ts";
import { isOutcome } from "./outcome.ts";
import { spliced, withoutNewEnding } from "./splice.ts";
import { type YamlDocument, yamlDocument } from "./yaml/document.ts";
import { yamlWork } from "./yaml/work.ts";

/** YAML 1.2, written so that 1.1 reads it alike. */
export const yaml: Format = {
  read(text) {
    const document = yamlDocument(withoutMark(text).body);
    return "refused" in document ? document : { document: document.value, lineOf: document.lineOf };
  },
  edit(text, changes) {
    const { mark, body } = withoutMark(text);
    const document = yamlDocument(body);
    if ("refused" in document) return document;
    const edited = change(document, changes);
    return "refused" in edited ? edited : { ...edited, text: mark + edited.text };
  },
};

function change(document: YamlDocument, changes: readonly Change[]): Edited | Refused {
  const { text, value } = document;
  const intent = intentOf(value, changes);
  if ("why" in intent) return misfitting(intent, document);
  const work = yamlWork(document, intent);
  if ("refused" in work) return work;
  const left = spliced(text, withoutNewEnding(text, work.splices));
  const next = oldWhole(left, intent) ?? left;
  const after = yamlDocument(next);
  if ("refused" in after || !isOutcome(value, intent, after.value)) {
    return { refused: "the change would not stay within its own lines", mend: "make the change by hand" };
  }
  return { text: next, made: intent.made, undo: work.undo };
}

/** A file that held nothing has its old text again, unless something has come in since. */
function oldWhole(left: string, { restored }: Intent): string | undefined {
  const old = restored.find(({ path }) => path.length === 0)?.text;
  const lines = new Set(old?.split(/\r?\n/));
  return left.split(/\r?\n/).every((line) => line.trim() === "" || lines.has(line)) ? old : undefined;
}
