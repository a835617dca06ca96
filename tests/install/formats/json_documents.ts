// Generated config files for the property tests: foreign members of every kind around a `hooks` object like the agents',
// laid out as people and programs do and as nobody would. What a file looks like is drawn apart from what it holds.

import fc from "fast-check";

/** A value by its source text, so that `1.50` and `\/` keep their spelling. */
export type Source =
  | { readonly kind: "scalar"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Source[] }
  | { readonly kind: "object"; readonly members: readonly (readonly [key: string, value: Source])[] };

export type Look = {
  readonly bom: boolean;
  readonly eol: string;
  readonly end: string;
  readonly indent: string;
  readonly oneLine: boolean;
  /** The space before and after a colon. */
  readonly colon: readonly [before: string, after: string];
  /** The space after a comma, where entries share a line. */
  readonly comma: string;
  readonly pad: string;
  /** Cycled through, one for each gap: 0 to 5 as the look says, 6 and more odd. */
  readonly noise: readonly number[];
};

export const EVENTS = ["PreToolUse", "PostToolUse", "Stop", "SessionStart"] as const;

const SCALARS = [
  "1.50",
  "1.0",
  "-2.5e-3",
  "0",
  "-0",
  "9007199254740993",
  "true",
  "false",
  "null",
  '""',
  '"https:\\/\\/x.example\\/y"',
  '"\\u00e9t\\u00e9"',
  '"日本 🙂"',
  '"// no comment, /* nor this */ ,]}"',
  '"\\ud83d\\ude00 \\"quoted\\" \\\\"',
];
const KEYS = ['"a"', '"model"', '"\\u0061"', '"é"', '"__proto__"', '"constructor"', '"x y"', '"permissions"', '""'];

const scalar = fc.constantFrom(...SCALARS).map((text): Source => ({ kind: "scalar", text }));

const { foreign } = fc.letrec<{ foreign: Source; list: Source; object: Source }>((tie) => ({
  foreign: fc.oneof({ maxDepth: 3, withCrossShrink: true }, scalar, tie("list"), tie("object")),
  list: fc.array(tie("foreign"), { maxLength: 3 }).map((items): Source => ({ kind: "list", items })),
  object: fc.array(fc.tuple(fc.constantFrom(...KEYS), tie("foreign")), { maxLength: 3 })
    .map((members): Source => ({ kind: "object", members })),
}));

function scalarOf(text: string): Source {
  return { kind: "scalar", text };
}

function objectOf(members: readonly (readonly [key: string, value: Source])[]): Source {
  return { kind: "object", members };
}

/** A value far down; the editor has to walk past it. */
const deep = fc.integer({ min: 40, max: 400 }).map((depth): Source => {
  let value: Source = { kind: "scalar", text: "1" };
  for (let level = 0; level < depth; level++) {
    value = level % 2 === 0 ? { kind: "list", items: [value] } : { kind: "object", members: [['"d"', value]] };
  }
  return value;
});

const hooks = fc.uniqueArray(fc.constantFrom(...EVENTS)).chain((events) =>
  fc.tuple(
    ...events.map((event) =>
      fc.array(foreign, { maxLength: 3 }).map((items): [string, Source] => [`"${event}"`, { kind: "list", items }])
    ),
  ).map((members): Source => ({ kind: "object", members }))
);

/** A file's value: foreign members, with duplicate keys among them, and perhaps `hooks` somewhere between. */
export const document: fc.Arbitrary<Source> = fc.record({
  before: fc.array(fc.tuple(fc.constantFrom(...KEYS), fc.oneof({ weight: 9, arbitrary: foreign }, deep)), {
    maxLength: 3,
  }),
  hooks: fc.option(hooks, { nil: undefined }),
  after: fc.array(fc.tuple(fc.constantFrom(...KEYS), foreign), { maxLength: 2 }),
}).map(({ before, hooks, after }): Source => ({
  kind: "object",
  members: [...before, ...(hooks === undefined ? [] : [['"hooks"', hooks] as const]), ...after],
}));

/** The same where every member has to be an object. */
export const documentOfObjects: fc.Arbitrary<Source> = document.map((source): Source => {
  if (source.kind !== "object") return source;
  const members = source.members.map(([key, value]) =>
    [key, value.kind === "object" ? value : objectOf([['"v"', value]])] as const
  );
  return objectOf(members);
});

/** What Codex takes: two members, events of groups of handlers, and what it does not know inside them and beside them. */
export const codexDocument: fc.Arbitrary<Source> = fc.record({
  description: fc.boolean(),
  events: fc.uniqueArray(fc.constantFrom(...EVENTS)),
  groups: fc.array(
    fc.tuple(
      fc.option(fc.constantFrom('"model"', '"x y"', '"__proto__"'), { nil: undefined }),
      scalar,
      fc.nat({ max: 2 }),
    ),
    { maxLength: 3 },
  ),
  other: fc.option(scalar, { nil: undefined }),
}).map(({ description, events, groups, other }): Source => {
  const handler = objectOf([['"type"', scalarOf('"command"')], ['"command"', scalarOf('"x"')]]);
  const group = ([key, value, count]: (typeof groups)[number]): Source =>
    objectOf([
      ...(key === undefined ? [] : [[key, value] as const]),
      ['"hooks"', { kind: "list", items: Array.from({ length: count }, () => handler) }],
    ]);
  const members = events.map((event) => [`"${event}"`, { kind: "list", items: groups.map(group) }] as const);
  const hooks = objectOf([...(other === undefined ? [] : [['"Other"', other] as const]), ...members]);
  return objectOf([...(description ? [['"description"', scalarOf('"\\u00e9"')] as const] : []), ['"hooks"', hooks]]);
});

/** How a file is laid out. */
export const look: fc.Arbitrary<Look> = fc.record({
  bom: fc.boolean(),
  eol: fc.constantFrom("\n", "\n", "\r\n"),
  end: fc.constantFrom("", "\n", "\r\n", "\n\n", "  \n"),
  indent: fc.constantFrom("  ", "    ", "   ", "\t", ""),
  oneLine: fc.boolean(),
  colon: fc.constantFrom<readonly [string, string]>(["", " "], ["", ""], [" ", " "], ["", "\t"]),
  comma: fc.constantFrom(" ", "", "   "),
  pad: fc.constantFrom("", " "),
  noise: fc.oneof(fc.constant([0]), fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 12 })),
});

/** The file's text; comments only where its reader takes them. */
export function textOf(source: Source, look: Look, comments: boolean): string {
  const gap = gaps(look, comments);
  const start = comments ? gap("") : "";
  return (look.bom ? "\uFEFF" : "") + start + write(source, "", look, gap) + look.end;
}

function write(value: Source, indent: string, look: Look, gap: (usual: string) => string): string {
  if (value.kind === "scalar") return value.text;
  const [open, close] = value.kind === "list" ? "[]" : "{}";
  const inner = indent + look.indent;
  const [beforeColon, afterColon] = look.colon;
  const entries = value.kind === "list" ? value.items.map((item) => write(item, inner, look, gap)) : value.members.map(
    ([key, member]) => key + gap(beforeColon) + ":" + gap(afterColon) + write(member, inner, look, gap),
  );
  if (entries.length === 0) return open + gap("") + close;
  const [first, between, last] = look.oneLine
    ? [look.pad, look.comma, look.pad]
    : [look.eol + inner, look.eol + inner, look.eol + indent];
  const [head, ...rest] = entries;
  return open + gap(first) + head + rest.map((entry) => gap("") + "," + gap(between) + entry).join("") + gap(last) +
    close;
}

/** White space as usual, or odd, or with a comment in it. */
function gaps({ noise, eol }: Look, comments: boolean): (usual: string) => string {
  let count = 0;
  return (usual) => {
    const drawn = noise[count++ % noise.length] ?? 0;
    if (drawn === 6) return usual + " ";
    if (drawn === 7) return eol + usual;
    if (drawn === 8) return "";
    if (!comments || drawn < 9) return usual;
    if (drawn === 9) return `${usual}/* block ${count} */${count % 2 === 0 ? usual : ""}`;
    if (drawn === 10) return ` // line ${count}${eol}${usual}`;
    return `${eol}/* two${eol}lines ${count} */${eol}// and more "a": [${eol}${usual}`;
  };
}
