// A YAML text with every value's place in it, or why it is not touched. Offsets are the parser's; nothing is written here.

import { isAlias, isMap, isSeq, parseAllDocuments, type YAMLMap } from "yaml";
import { isObject, type Json } from "../../../src/domain/json.ts";
import { reason } from "../../../src/files.ts";
import type { Path, Refused } from "../format.ts";
import { lineNumber, type Span } from "../lines.ts";
import { pathText } from "../path_text.ts";
import { plainValue } from "../plain_value.ts";
import { unsafeDepth, unsafeText } from "../unsafe_text.ts";
import { colonOf, columnOf, dashesOf, nameOf, type Node, stepsOf } from "./node.ts";
import { scan } from "./scan.ts";
import type { Steps } from "./text.ts";

/** One value where it stands. */
export type Place = {
  readonly path: Path;
  readonly node: Node;
  /** Behind the colon or the dash; `undefined` for the root and for a key without a colon. */
  readonly behind: number | undefined;
  /** The column of its key; -1 for the root. */
  readonly column: number;
  /** True between brackets, where no line has a meaning. */
  readonly inFlow: boolean;
  /** Where it is an entry of a container: which. */
  readonly index: number;
  readonly parent: Place | undefined;
};

export type YamlDocument = {
  readonly text: string;
  /** Behind the last line that can hold something. */
  readonly end: number;
  readonly value: Json;
  readonly root: Place;
  readonly comments: readonly Span[];
  readonly steps: Steps;
  /** The place of a path that is there, or why nothing at it may be changed. */
  place(path: Path): Place | Refused;
  lineOf(path: Path): number;
};

const MEND = "mend it and run again";

/** Reads a text without its byte order mark. */
export function yamlDocument(text: string): YamlDocument | Refused {
  const unsafe = unsafeText(text);
  if (unsafe !== undefined) return unsafe;
  try {
    return readDocument(text);
  } catch (error) {
    return { refused: `the parser stopped: ${reason(error)}`, mend: MEND };
  }
}

function readDocument(text: string): YamlDocument | Refused {
  const { comments, tab, end } = scan(text);
  if (tab !== undefined) {
    return { refused: "a tab as indentation", line: lineNumber(text, tab), mend: "put spaces instead and run again" };
  }
  // A key given twice is looked for on our path alone: elsewhere it is the user's affair.
  const documents = [...parseAllDocuments(text, { keepSourceTokens: true, uniqueKeys: false })];
  const [first, second] = documents;
  const error = first?.errors[0];
  if (error !== undefined) {
    const why = error.message.split(" at line ")[0];
    return { refused: `no valid YAML: ${why}`, line: lineNumber(text, error.pos[0]), mend: MEND };
  }
  if (second !== undefined) {
    const line = lineNumber(text, second.range[0]);
    return { refused: "a second document", line, mend: "keep one document in the file and run again" };
  }
  const value = plainValue(first?.toJS({ maxAliasCount: MAX_ALIASES }) ?? {});
  if (!isObject(value)) return { refused: "the file is not a map", line: 1, mend: "make it a map and run again" };
  const node = first?.contents ?? null;
  return unsafeDepth(value) ??
    documentOf({ text, end, comments, value, root: rootOf(node), steps: stepsOf(text, node) });
}

// What a file expands to is bounded: beyond this the parser throws.
const MAX_ALIASES = 100;

function documentOf(parts: Omit<YamlDocument, "place" | "lineOf">): YamlDocument {
  const { text, root } = parts;
  return {
    ...parts,
    place(path) {
      let place = root;
      for (const step of path) {
        const next = marked(text, place) ?? stepInto(text, place, step);
        if ("refused" in next) return next;
        place = next;
      }
      return marked(text, place) ?? place;
    },
    lineOf(path) {
      let at = 0;
      let place = root;
      for (const step of path) {
        const next = stepInto(text, place, step);
        if ("refused" in next) break;
        place = next;
        at = startOf(place);
      }
      return lineNumber(text, at);
    },
  };
}

function rootOf(node: Node): Place {
  return { path: [], node, behind: undefined, column: -1, inFlow: false, index: 0, parent: undefined };
}

/** What ties a node to other places of the file, or gives it another meaning. */
function marked(text: string, { path, node, behind }: Place): Refused | undefined {
  if (node === null) return undefined;
  const line = lineNumber(text, behind ?? node.range[0]);
  const why = bond(node);
  if (why !== undefined) return { refused: `${pathText(path)} has ${why}`, line, mend: "write it out and run again" };
  if (!isMap(node) || !node.items.some(({ key }) => nameOf(key) === "<<")) return undefined;
  return { refused: `${pathText(path)} merges another map (<<)`, line, mend: "write it out and run again" };
}

function bond(node: NonNullable<Node>): string | undefined {
  if (isAlias(node)) return "an alias";
  if (node.anchor !== undefined) return "an anchor";
  return node.tag === undefined ? undefined : "a tag";
}

function stepInto(text: string, place: Place, step: string | number): Place | Refused {
  const { node, path } = place;
  if (isMap(node)) return memberOf(text, place, node, String(step));
  const element = isSeq(node) ? node.items[Number(step)] : undefined;
  if (!isSeq(node) || element === undefined) {
    return { refused: `${pathText([...path, step])} is not there`, mend: "run again; the file is not what was read" };
  }
  const index = Number(step);
  const dash = node.flow ? undefined : dashesOf(node)[index];
  return {
    path: [...path, step],
    node: element,
    behind: dash === undefined ? undefined : dash + 1,
    column: columnOf(text, dash ?? node.range[0]),
    inFlow: place.inFlow || node.flow === true,
    index,
    parent: place,
  };
}

function memberOf(text: string, place: Place, node: YAMLMap.Parsed, name: string): Place | Refused {
  const path = [...place.path, name];
  const entries = node.items.filter(({ key }) => nameOf(key) === name);
  const [entry, twice] = entries;
  if (entry === undefined) {
    return { refused: `${pathText(path)} is not there`, mend: "run again; the file is not what was read" };
  }
  const line = lineNumber(text, (twice ?? entry).key.range[0]);
  if (twice !== undefined) {
    return { refused: `${pathText(path)} is given twice`, line, mend: "remove one of the two and run again" };
  }
  if (entry.srcToken?.start.some(({ type }) => type === "explicit-key-ind")) {
    return {
      refused: `${pathText(path)} is written with "?"`,
      line,
      mend: "write it with a colon alone and run again",
    };
  }
  return {
    path,
    node: entry.value,
    behind: colonOf(entry),
    column: columnOf(text, entry.key.range[0]),
    inFlow: place.inFlow || node.flow === true,
    index: node.items.indexOf(entry),
    parent: place,
  };
}

/** Where a place's key or dash starts. */
function startOf({ node, behind, parent, index }: Place): number {
  if (isMap(parent?.node)) return parent.node.items[index]?.key.range[0] ?? 0;
  return node?.range[0] ?? behind ?? 0;
}
