// `config.toml`: what it sets, and what each mistake in it costs and says.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Config, readConfig } from "../../src/daemon/config.ts";

const DEFAULTS: Config = {
  http: { port: 9876, enabled: true, accept_tokenless_hooks: false },
  retention: { days: 30 },
  holds: {},
};

/** Reads a file that holds `content`; every error has the path replaced by FILE. */
function read(content: string | Uint8Array): { config: Config; errors: readonly string[] } {
  const path = Deno.makeTempFileSync({ suffix: ".toml" });
  try {
    if (typeof content === "string") Deno.writeTextFileSync(path, content);
    else Deno.writeFileSync(path, content);
    const { config, errors } = readConfig(path);
    return { config, errors: errors.map((error) => error.replaceAll(path, "FILE")) };
  } finally {
    Deno.removeSync(path);
  }
}

Deno.test("every setting is read, holds under any name of their agent, in milliseconds", () => {
  const text = `
# How vults listens.
[http]
port = 8_000
enabled = false
accept_tokenless_hooks = true

[approvals.hold]
claude-code = 60
"codex" = 1
CoPilot = 108

[retention]
days = 3650
`;
  assertEquals<unknown>(read(text), {
    config: {
      http: { port: 8_000, enabled: false, accept_tokenless_hooks: true },
      retention: { days: 3_650 },
      holds: { claude: 60_000, codex: 1_000, copilot: 108_000 },
    },
    errors: [],
  });
});

const RIGHT: [string, string | Uint8Array, object][] = [
  ["an empty file", "", {}],
  ["a table without a setting", "[http]\n[approvals]\n[approvals.hold]\n", {}],
  ["a BOM and the line ends of Windows", "\uFEFF[retention]\r\ndays = 7\r\n", { retention: { days: 7 } }],
  ["dotted keys", "approvals.hold.qwen = 30\nretention.days = 1\n", {
    holds: { qwen: 30_000 },
    retention: { days: 1 },
  }],
  ["an inline table", "[approvals]\nhold = { opencode = 5, grok = 6, cursor = 7 }\n", {
    holds: { opencode: 5_000, grok: 6_000, cursor: 7_000 },
  }],
  ["one setting beside the defaults of its table", "[http]\nport = 0\n", { http: { ...DEFAULTS.http, port: 0 } }],
];

for (const [name, text, set] of RIGHT) {
  Deno.test(`${name} is read`, () =>
    assertEquals<unknown>(read(text), { config: { ...DEFAULTS, ...set }, errors: [] }));
}

const HTTP = "[http] keeps its defaults (mend it and restart)";
const HOLD = "[approvals.hold] keeps its defaults (mend it and restart)";
const DAYS = "[retention] keeps its defaults (mend it and restart)";
const PORT = "must be a whole number from 0 to 65535";
const SECONDS = "must be a whole number of seconds from 1 to 108";
const AGENTS = "claude, codex, opencode, qwen, copilot, grok, cursor";
const NEVER = "is never asked, so nothing of it is held: remove the line";

/** In each, `[retention] days = 7` stands first, on line 2, and is kept. */
const WRONG: [string, string, string][] = [
  ["a port that is no number", '[http]\nport = "9000"\n', `line 4: [http] "port" ${PORT}; ${HTTP}`],
  ["a port below the range", "[http]\nenabled = false\nport = -1\n", `line 5: [http] "port" ${PORT}; ${HTTP}`],
  ["a port above the range", "[http]\nport = 65536\n", `line 4: [http] "port" ${PORT}; ${HTTP}`],
  ["a port with a fraction", "[http]\nport = 1.5\n", `line 4: [http] "port" ${PORT}; ${HTTP}`],
  ["a switch of another type", "[http]\nenabled = 0\n", `line 4: [http] "enabled" must be true or false; ${HTTP}`],
  [
    "an unknown setting",
    "[http]\nenabled = false\n\nprot = 80\n",
    `line 6: [http] "prot" is no setting, only port, enabled, accept_tokenless_hooks; ${HTTP}`,
  ],
  [
    "a setting called __proto__",
    "[http.__proto__]\nport = 80\n",
    `line 3: [http] "__proto__" is no setting, only port, enabled, accept_tokenless_hooks; ${HTTP}`,
  ],
  [
    "a table that nobody reads",
    "\n[other]\n",
    'line 4: there is no table "other", only [http], [approvals.hold] and [retention]; it is ignored (mend it and restart)',
  ],
  ["a list of tables", "[[http]]\nport = 80\n", `line 3: http must be a table, [http]; ${HTTP}`],
  [
    "holds that are no table",
    "[approvals]\nhold = 30\n",
    `line 4: approvals.hold must be a table, [approvals.hold]; ${HOLD}`,
  ],
  [
    "a setting that comes with a later version",
    "[approvals]\nalways_ask_here = true\n",
    'line 4: [approvals] "always_ask_here" is no setting, only hold; [approvals] keeps its defaults (mend it and restart)',
  ],
  [
    "an unknown agent",
    "[approvals.hold]\nclaud = 30\n",
    `line 4: [approvals.hold] "claud" is no agent that is asked and held, only ${AGENTS}; ${HOLD}`,
  ],
  [
    "an agent without a name",
    '[approvals.hold]\n"" = 30\n',
    `line 4: [approvals.hold] "" is no agent that is asked and held, only ${AGENTS}; ${HOLD}`,
  ],
  ["no second at all", "[approvals.hold]\ncodex = 0\n", `line 4: [approvals.hold] "codex" ${SECONDS}; ${HOLD}`],
  [
    "more seconds than a hook waits",
    "[approvals.hold]\ncodex = 109\n",
    `line 4: [approvals.hold] "codex" ${SECONDS}; ${HOLD}`,
  ],
  ["half a second", "[approvals.hold]\ncodex = 1.5\n", `line 4: [approvals.hold] "codex" ${SECONDS}; ${HOLD}`],
  ["seconds as text", '[approvals.hold]\ncodex = "30"\n', `line 4: [approvals.hold] "codex" ${SECONDS}; ${HOLD}`],
  [
    "two names of one agent",
    "[approvals.hold]\nqwen = 30\nqwen-code = 40\n",
    `line 5: [approvals.hold] "qwen-code" sets the hold of qwen a second time; ${HOLD}`,
  ],
  [
    "agentica, which has no hold",
    "[approvals.hold]\nagentica = 30\n",
    `line 4: [approvals.hold] "agentica" has no hold, its requests wait for an answer: remove the line; ${HOLD}`,
  ],
  ...["droid", "kimi", "antigravity", "gemini"].map((agent): [string, string, string] => [
    `${agent}, which is never asked`,
    `[approvals.hold]\n${agent} = 30\n`,
    `line 4: [approvals.hold] "${agent}" ${NEVER}; ${HOLD}`,
  ]),
];

for (const [name, text, error] of WRONG) {
  Deno.test(`${name} costs its table alone, and is said with its line`, () => {
    const { config, errors } = read(`[retention]\ndays = 7\n${text}`);
    assertEquals(errors, [`Cannot use "FILE", ${error}`]);
    // A mistake never opens a port that the same table closes.
    const enabled = !text.includes("enabled = false");
    assertEquals(config, { ...DEFAULTS, http: { ...DEFAULTS.http, enabled }, retention: { days: 7 } });
  });
}

Deno.test("a key of thousands of parts is refused at once, by its line", () => {
  for (const deep of ["a.".repeat(20_000) + "a = 1", `[${"a.".repeat(20_000)}a]`, `[[ ${'"a" . '.repeat(5_000)}b ]]`]) {
    const { errors, config } = read(`[retention]\ndays = 7\n${deep}\n`);
    assertEquals(errors, [
      'Cannot use "FILE", line 3: a key has more than 8 parts; all settings keep their defaults (mend it and restart)',
    ]);
    assertEquals(config, DEFAULTS);
  }
});

Deno.test("a key with a line break is told on one line", () => {
  assertEquals(read('[http]\n"po\\nrt" = 1\n').errors[0]?.includes('[http] "po\\nrt" is no setting'), true);
});

for (const days of ["0", "3651", "7.5", '"7"', "1979-05-27", "nan"]) {
  Deno.test(`${days} days are refused, and the holds are kept`, () => {
    const { config, errors } = read(`[approvals.hold]\ncodex = 9\n[retention]\ndays = ${days}\n`);
    const why = '[retention] "days" must be a whole number of days from 1 to 3650';
    assertEquals(errors, [`Cannot use "FILE", line 4: ${why}; ${DAYS}`]);
    assertEquals(config, { ...DEFAULTS, holds: { codex: 9_000 } });
  });
}

Deno.test("each mistake is told, in the order of the file, and many are counted", () => {
  const { errors } = read("[http]\nport = true\nenabled = 1\n[retention]\ndays = 0\n[later]\nx = 1\n");
  assertEquals(errors.map((error) => /line (\d+)/.exec(error)?.[1]), ["2", "3", "5", "6"]);
  const many = read(
    `[http]\n${Array.from({ length: 500 }, (_, index) => `${"k".repeat(200)}${index} = 1\n`).join("")}`,
  );
  assertEquals(many.errors.length, 21);
  assertEquals(many.errors.at(-1), 'Cannot use "FILE": 480 more mistakes like these');
  assert(many.errors.join("").length < 10_000, "a long key is cut");
  assertEquals(many.config, DEFAULTS);
});

const BROKEN: [string, string | Uint8Array, string][] = [
  ["a value is missing", "[retention]\ndays = 7\n[http]\nport =\n", 'Cannot use "FILE", line 4 or 5: '],
  ["a bracket is missing", "[retention]\ndays = 7\n[http\nport = 1\n", 'Cannot use "FILE", line 3 or 4: '],
  ["a key stands twice", "[retention]\ndays = 7\ndays = 8\n", 'Cannot use "FILE", line 2 or 3: '],
  ["a table stands twice", "[retention]\ndays = 7\n[retention]\n", 'Cannot use "FILE", line 3: '],
  ["a text is not closed", '[http]\nport = "80\n', 'Cannot use "FILE", line 2: '],
  ["it is JSON", '{"retention":{"days":7}}', 'Cannot use "FILE", line 1: '],
  ["it is nested without end", `a = ${"[".repeat(100_000)}${"]".repeat(100_000)}`, 'Cannot use "FILE": '],
  ["it is not UTF-8", new Uint8Array([0x23, 0xff, 0x0a]), 'Cannot read "FILE": '],
  ["it is longer than 256 KiB", "#".repeat(262_145), 'Cannot read "FILE": it is longer than 262144 bytes'],
];

for (const [name, content, begins] of BROKEN) {
  Deno.test(`where ${name} all settings keep their defaults, and one line says so`, () => {
    const { config, errors } = read(content);
    const [error = ""] = errors;
    assertEquals([errors.length, error.startsWith(begins), error.includes("\n")], [1, true, false], error);
    assert(error.endsWith("; all settings keep their defaults (mend it and restart)"), error);
    assertEquals(config, DEFAULTS);
  });
}

Deno.test("a file of exactly 256 KiB is read", () => {
  const text = "[retention]\ndays = 7\n";
  const { config, errors } = read(text + "#".repeat(262_144 - text.length));
  assertEquals([config.retention.days, errors], [7, []]);
});

Deno.test("a missing file sets nothing; a folder, a pipe, a link to nothing and a closed door are told", async () => {
  const folder = await Deno.makeTempDir();
  try {
    assertEquals(readConfig(`${folder}/none.toml`), { config: DEFAULTS, errors: [] });
    assertEquals(readConfig(`${folder}/none/config.toml`), { config: DEFAULTS, errors: [] });
    await new Deno.Command("mkfifo", { args: [`${folder}/pipe`] }).output();
    await Deno.symlink(`${folder}/none.toml`, `${folder}/dangling`);
    await Deno.writeTextFile(`${folder}/file`, "");
    const told: [string, string][] = [
      [folder, "it is not a plain file"],
      [`${folder}/pipe`, "it is not a plain file"],
      [`${folder}/dangling`, "it is a link to nothing"],
      [`${folder}/file/config.toml`, "Not a directory"],
    ];
    for (const [path, why] of told) {
      const { config, errors } = readConfig(path);
      assertEquals([config, errors.length], [DEFAULTS, 1]);
      assertStringIncludes(errors[0] ?? "", `Cannot read "${path}": ${why}`);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a link to the file is followed", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/kept.toml`, "[retention]\ndays = 7\n");
    await Deno.symlink(`${folder}/kept.toml`, `${folder}/config.toml`);
    assertEquals(readConfig(`${folder}/config.toml`).config.retention.days, 7);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
