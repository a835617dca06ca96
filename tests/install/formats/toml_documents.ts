// TOML files as people write them: every kind of value, odd spacing, comments anywhere, and each form in which `hooks` can
// stand. Generated as lines, so that any line ending and any last line can be tried.

import fc from "fast-check";

export type Layout = { readonly mark: string; readonly ending: string; readonly closed: boolean };

const word = fc.stringMatching(/^[a-z][a-z0-9_-]{0,6}$/);
const note = fc.constantFrom("", "", " # note", "   # [[hooks]]", '# é, "quoted"', "\t# tab");
const SPACE = fc.constantFrom("", " ", "  ", "\t");
const value = fc.constantFrom(
  "1.50",
  "-2.5e-3",
  "0x1F",
  "1_000",
  "true",
  "nan",
  "1979-05-27T07:32:00Z",
  "07:32:00",
  '"a \\"b\\" \\u00e9 # no comment"',
  "'c:\\dir'",
  '"""one\n  [[hooks]]\n# text\n"""',
  "'''\nkeep\n\n'''",
  "[ 1,2 , 3 ]",
  "[\n  1, # one\n  2,\n]",
  "{ a = 1, b.c = 'x' }",
  "[{ a = [\n1 ] }, {}]",
  '"sk-0123456789"',
);

/** `key = value` under a name nobody else uses. */
const pair = fc.tuple(word, SPACE, SPACE, SPACE, value, note).map(
  ([name, indent, left, right, text, comment]) => (id: number) =>
    `${indent}${name}${id}${left}=${right}${text}${comment}`,
);
const filler = fc.constantFrom("", "", "# a comment", "  # [hooks]", "#", "   ");
const line = fc.oneof({ weight: 3, arbitrary: pair }, { weight: 2, arbitrary: filler.map((text) => () => text) });
const lines = fc.array(line, { maxLength: 5 });
const header = fc.tuple(SPACE, fc.constantFrom("t", "model.x", "providers.kimi", '"quoted key"'), note);
const table = fc.tuple(header, fc.boolean(), lines);

const BLOCK = ['event = "Stop"', "command = 'x'"];
const inlineHooks = fc.constantFrom(
  "hooks = []",
  "hooks=[ ]  # none",
  "hooks = [\n]",
  "hooks = [\n  # nothing yet\n]",
  'hooks = [ { event = "Stop", command = "x" } ]',
  'hooks = [{event="Stop"},]',
  'hooks = [\n    { event = "Stop" }, # one\n    { event = "B" } # two\n  # end\n]',
  'hooks = [\n  { event = "Stop" },\n\n  { event = "B" },\n]  # end',
  'hooks = [\n {event="Stop"},\n {event="B"}]',
  'hooks = [ { event = "Stop" }\n  , { event = "B" }\n]',
);

/** One file, with the marks of its editor. */
export const tomlFile: fc.Arbitrary<string> = fc.tuple(
  lines,
  fc.option(inlineHooks),
  fc.array(fc.tuple(table, fc.boolean()), { maxLength: 4 }),
  fc.record<Layout>({
    mark: fc.constantFrom("", "", "\uFEFF"),
    ending: fc.constantFrom("\n", "\n", "\r\n"),
    closed: fc.boolean(),
  }),
).map(([root, hooks, tables, layout]) => {
  let id = 0;
  const parts = root.map((make) => make(id++));
  if (hooks !== null) parts.push(hooks);
  for (const [[[indent, name, comment], repeated, inner], withBlock] of tables) {
    const path = `${name}.n${id++}`;
    parts.push(`${indent}${repeated ? `[[${path}]]` : `[${path}]`}${comment}`, ...inner.map((make) => make(id++)));
    if (withBlock && hooks === null) parts.push("[[hooks]]", ...BLOCK, "# behind the block");
  }
  const text = parts.join("\n") + (layout.closed ? "\n" : "");
  return layout.mark + text.replaceAll("\n", layout.ending);
});
