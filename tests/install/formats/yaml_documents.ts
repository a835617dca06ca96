// YAML files as people write them: every kind of scalar, any indentation, comments anywhere, anchors away from our path,
// and each form in which `settings.hooks` can stand. Generated as lines, so that any line ending and any last line can be
// tried.

import fc from "fast-check";

const scalar = fc.constantFrom(
  "1.50",
  "-2.5e-3",
  "0x1F",
  "true",
  "False",
  "~",
  "plain text with: colon",
  "sk-0123456789#not-a-comment",
  '"double \\u00e9 # no comment"',
  "'it''s'",
  "[ 1,2 , {a: b} ]",
  "[\n    1, # one\n    2,\n    ]",
  "{ a: 1, 'b c': [x] }",
  "&anchor",
  "&anchor text",
  "!tag text",
  "|\n    literal\n\n      deeper # text\n\n",
  "|+\n    kept\n\n",
  ">-\n    folded\n    - no item\n",
  "plain\n    over two lines",
  "",
);
const word = fc.stringMatching(/^[a-z][a-z0-9_]{0,6}$/);
const note = fc.constantFrom("", "", " # note", "   # hooks: {}", " # é");
const filler = fc.constantFrom("", "", "# a comment", "      # deep comment", "  ");

type Make = (id: number) => string;
const pair: fc.Arbitrary<Make> = fc.tuple(word, scalar, note).map(([name, value, comment]) => (id) => {
  // A comment cannot follow a text over several lines.
  const behind = value.includes("\n") ? "" : comment;
  const text = value.replace("&anchor", `&a${id}`).replace("plain text with: colon", "plain text");
  return `${name}${id}: ${text}${behind}`;
});
const line: fc.Arbitrary<Make> = fc.oneof(pair, filler.map((text) => () => text));
const lines = fc.array(line, { maxLength: 4 });

const consumers = fc.constantFrom<readonly string[]>(
  [],
  ["consumers: []"],
  ["consumers: [ ] # none"],
  ["consumers:"],
  ["consumers: [{name: a}]  # one"],
  ["consumers: [ {name: a}, {name: b, command: [x]}, ]"],
  ["consumers: [", "  {name: a}, # one", "  {name: b} # two", "  # end", "  ]"],
  ["consumers:", "- name: a", "  command: [x, y]", "# between", "- {name: b}"],
  ["consumers:", "  # first", "  - name: a # here", "    text: |", "      body", "", "      more", "", "  # last"],
  ["consumers:", "    - name: a", "      events:", "        x: false"],
);
const enabled = fc.constantFrom<readonly string[]>([], ["enabled: false # off"], ["enabled: true"], ["enabled:"]);
const inner = fc.tuple(enabled, consumers, lines, fc.boolean());
const hooksOnOneLine = fc.constantFrom(
  "hooks: {}",
  "hooks: {} # none",
  "hooks:",
  "hooks: # nothing yet",
  "hooks: null",
  "hooks: {enabled: false}",
  "hooks: { enabled: false, consumers: [] }",
  "hooks: {consumers: [{name: a}, {name: b}]}",
);
const settingsOnOneLine = fc.constantFrom(
  "settings:",
  "settings: {} # none",
  "settings: {hooks: {}}",
  "settings: {a: 1, hooks: {enabled: false, consumers: [{name: a}]}, b: 2}",
);

function indented(parts: readonly string[], step: number): string[] {
  return parts.map((part) =>
    part.split("\n").map((one) => one.trim() === "" ? one : " ".repeat(step) + one).join("\n")
  );
}

const settings = fc.oneof(
  fc.tuple(inner, lines, lines, fc.constantFrom(1, 2, 3, 4)).map(
    ([[on, list, more, onLast], before, after, step]) => (id: () => number) => {
      const rest = more.map((make) => make(id()));
      const hooks = onLast ? [...rest, ...list, ...on] : [...on, ...list, ...rest];
      const members = [
        ...before.map((make) => make(id())),
        "hooks:",
        ...indented(hooks, step),
        ...after.map((make) => make(id())),
      ];
      return ["settings:", ...indented(members, step)];
    },
  ),
  fc.tuple(hooksOnOneLine, lines, fc.constantFrom(2, 4)).map(
    ([hooks, more, step]) => (id: () => number) => [
      "settings: # ours and yours",
      ...indented([hooks, ...more.map((make) => make(id()))], step),
    ],
  ),
  settingsOnOneLine.map((text) => () => [text]),
  fc.constant(() => []),
);

/** One file, with the marks of its editor. */
export const yamlFile: fc.Arbitrary<string> = fc.record({
  start: fc.constantFrom<readonly string[]>([], [], ["---"], ["--- # start"], ["# head", "%YAML 1.2", "---"]),
  before: lines,
  settings,
  after: lines,
  end: fc.constantFrom<readonly string[]>([], [], [], ["..."]),
  mark: fc.constantFrom("", "", "\uFEFF"),
  ending: fc.constantFrom("\n", "\n", "\r\n"),
  closed: fc.boolean(),
}).map((file) => {
  let count = 0;
  const id = () => count++;
  const parts = [
    ...file.start,
    ...file.before.map((make) => make(id())),
    ...file.settings(id),
    ...file.after.map((make) => make(id())),
    ...file.end,
  ];
  const text = parts.join("\n") + (file.closed ? "\n" : "");
  return file.mark + text.replaceAll("\n", file.ending);
});
