// How a file is laid out, read from the nearest place that shows it, and the text of a new value in that layout
// (`installer.md` section 9): the file's own indentation, line ending and spacing, whatever they are.

import { isObject, type Json } from "../../../src/domain/json.ts";
import type { JsonDocument, Place } from "./document.ts";

export type Layout = {
  readonly eol: string;
  /** What one level is indented by. */
  readonly unit: string;
  /** The colon with the space around it. */
  readonly colon: string;
  /** The comma with the space after it, where entries share a line. */
  readonly comma: string;
  /** The space inside brackets whose entries share their line. */
  readonly pad: { readonly object: string; readonly list: string };
};

/** Where a value starts, and whether its entries stand on lines of their own. */
export type Form = { readonly indent: string; readonly expanded: boolean };

const DEFAULT_UNIT = "  ";
const DEFAULT_COLON = ": ";

/** The layout at `offset`, from the first of `nearest` that shows each part, else from the whole file. */
export function layoutAt(document: JsonDocument, nearest: readonly Place[], offset: number): Layout {
  const scopes = [...nearest, document.root];
  const show = (read: (place: Place, text: string) => string | undefined): string | undefined => {
    for (const scope of scopes) {
      const shown = firstShown(scope, document.text, read);
      if (shown !== undefined) return shown;
    }
    return undefined;
  };
  const colon = show(colonIn) ?? DEFAULT_COLON;
  return {
    eol: eolAt(document.text, offset),
    unit: show(unitIn) ?? DEFAULT_UNIT,
    colon,
    comma: show(commaIn) ?? (/\s$/.test(colon) ? ", " : ","),
    pad: { object: show(padIn("object")) ?? "", list: show(padIn("list")) ?? "" },
  };
}

/** The text of a new value. */
export function render(value: Json, layout: Layout, form: Form): string {
  if (Array.isArray(value)) return renderAll("list", value.map((item) => innerText(item, layout, form)), layout, form);
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => {
    return JSON.stringify(name) + layout.colon + innerText(member, layout, form);
  });
  return renderAll("object", members, layout, form);
}

/** The text of a container with these entries, each the text of one. */
export function renderAll(kind: "object" | "list", texts: readonly string[], layout: Layout, form: Form): string {
  const [open, close] = kind === "object" ? ["{", "}"] : ["[", "]"];
  if (texts.length === 0) return open + close;
  if (!form.expanded) return open + layout.pad[kind] + texts.join(layout.comma) + layout.pad[kind] + close;
  const line = layout.eol + form.indent;
  return open + line + layout.unit + texts.join("," + line + layout.unit) + line + close;
}

/** The white space at the start of the line on which `offset` stands. */
export function lineIndent(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** True where a line ends in this text. */
export function breaksLine(text: string): boolean {
  return /[\r\n]/.test(text);
}

/** True where the place holds something and all of it stands on one line. */
export function isOnOneLine({ text }: JsonDocument, { entries, start, end }: Place): boolean {
  return entries.length > 0 && !breaksLine(text.slice(start, end));
}

function innerText(value: Json, layout: Layout, form: Form): string {
  return render(value, layout, { ...form, indent: form.indent + layout.unit });
}

function firstShown(
  place: Place,
  text: string,
  read: (place: Place, text: string) => string | undefined,
): string | undefined {
  if (place.entries.length === 0) return undefined;
  const here = read(place, text);
  if (here !== undefined) return here;
  for (const { value } of place.entries) {
    const inside = firstShown(value, text, read);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** The line ending before `offset`, else the first one after it. */
function eolAt(text: string, offset: number): string {
  return /(\r\n|\n|\r)[^\r\n]*$/.exec(text.slice(0, offset))?.[1] ?? /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

function unitIn({ start, entries: [first] }: Place, text: string): string | undefined {
  if (first === undefined || !breaksLine(text.slice(start, first.start))) return undefined;
  const outer = lineIndent(text, start);
  const inner = lineIndent(text, first.start);
  return inner.startsWith(outer) ? inner.slice(outer.length) : undefined;
}

function colonIn({ entries }: Place, text: string): string | undefined {
  const last = entries.at(-1);
  if (last?.key === undefined) return undefined;
  return plainSpace(text.slice(last.key.end, last.value.start), /^[ \t]*:[ \t]*$/);
}

function commaIn({ entries }: Place, text: string): string | undefined {
  const [one, other] = entries.slice(-2);
  if (one === undefined || other === undefined) return undefined;
  return plainSpace(text.slice(one.end, other.start), /^[ \t]*,[ \t]*$/)?.trimStart();
}

function padIn(kind: "object" | "list"): (place: Place, text: string) => string | undefined {
  return ({ kind: found, start, entries: [first] }, text) => {
    if (found !== kind || first === undefined) return undefined;
    return plainSpace(text.slice(start + 1, first.start), /^[ \t]*$/);
  };
}

function plainSpace(text: string, shape: RegExp): string | undefined {
  return shape.test(text) ? text : undefined;
}
