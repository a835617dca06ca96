import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { commandFor } from "../../scripts/run.ts";
import { asking, type Home, home, type Ran, serving, start, vults } from "../support/vults.ts";

type Run = (...args: string[]) => Promise<Ran>;

async function withDaemon(test: (at: Home, run: Run) => Promise<void>): Promise<void> {
  const at = await home();
  const daemon = await serving(at);
  try {
    await test(at, (...args) => vults(args, at.env));
  } finally {
    await daemon.stop();
    await at.remove();
  }
}

const QUESTION = {
  tool_name: "AskUserQuestion",
  tool_input: {
    questions: [
      { question: "Which?", header: "H", multiSelect: false, options: [{ label: "Red", description: "" }] },
      { question: "And?", header: "H", multiSelect: true, options: [{ label: "A", description: "" }] },
    ],
  },
};
const PLAN = {
  tool_name: "ExitPlanMode",
  tool_input: { plan: "# Plan\n\n1. do it", planFilePath: "/home/me/plan.md" },
};
const SUGGESTS = {
  permission_suggestions: [
    {
      type: "addRules",
      rules: [{ toolName: "Bash", ruleContent: "npm test:*" }],
      behavior: "allow",
      destination: "session",
    },
  ],
};

Deno.test("every word of answer reaches the agent that asked, and the command says what it did", () =>
  withDaemon(async (at, run) => {
    const rows: [Record<string, unknown>, string[], string, RegExp | ""][] = [
      [{}, ["allow"], "allowed: Bash npm test", /"behavior":"allow"/],
      [{}, ["deny"], "denied: Bash npm test", /"message":"Denied from Vults"/],
      [{}, ["deny", "--message", "- use pnpm"], 'denied: "- use pnpm": Bash npm test', /"message":"- use pnpm"/],
      [SUGGESTS, ["suggestion", "0"], 'allowed: "', /"updatedPermissions":\[\{"type":"addRules"/],
      [{}, ["hand-back"], "handed back to the terminal: Bash npm test", ""],
      [
        PLAN,
        ["allow", "--mode", "acceptEdits"],
        'allowed: "Approve and accept edits": ExitPlanMode',
        /"mode":"acceptEdits"/,
      ],
      [
        QUESTION,
        ["--answer", "Red", "--answer", '["A"]'],
        'answered: "Red", "A": AskUserQuestion',
        /"Which\?":"Red","And\?":\["A"\]/,
      ],
    ];
    for (const [payload, words, said, printed] of rows) {
      const { card, ended } = await asking(at, payload);
      const { code, stdout, stderr } = await run("answer", card.id, ...words);
      assertEquals([code, stderr], [0, ""], words.join(" "));
      assertStringIncludes(stdout, `${card.id} ${said}`);
      const hook = await ended;
      assertEquals([hook.code, hook.stderr], [0, ""]);
      if (printed === "") assertEquals(hook.stdout, "");
      else assertMatch(hook.stdout, printed);
    }
  }));

Deno.test("an answer that is none of the choices is sent, and said to be one's own words", () =>
  withDaemon(async (at, run) => {
    const { card, ended } = await asking(at, QUESTION);
    const { code, stdout, stderr } = await run("answer", card.id, "--answer", "Green", "--answer", '["A","B"]');
    assertEquals([code, stderr], [
      0,
      '"Green" is none of Red: sent as your own words\n"B" is none of A: sent as your own words\n',
    ]);
    assertStringIncludes(stdout, `${card.id} answered: "Green", "A, B": AskUserQuestion`);
    assertMatch((await ended).stdout, /"Which\?":"Green","And\?":\["A","B"\]/);
  }));

Deno.test("an answer to a card that has ended says how, and to one that never was, so; both fail", () =>
  withDaemon(async (at, run) => {
    const { card, ended } = await asking(at);
    await run("answer", card.id, "deny");
    await ended;
    const late = await run("answer", card.id, "allow");
    assertEquals([late.code, late.stdout], [1, ""]);
    assertMatch(late.stderr, new RegExp(`^${card.id} not answered: it is no longer pending: denied.*\n$`));
    const never = await run("answer", "c999", "allow");
    assertEquals([never.code, never.stdout], [1, ""]);
    assertMatch(never.stderr, /^c999 not answered: .*c999.*\n$/);
  }));

Deno.test("a word that does not fit the card is refused, and the card stays", () =>
  withDaemon(async (at, run) => {
    const { card, ended } = await asking(at);
    for (const words of [["suggestion", "3"], ["choice", "always"], ["--answer", "yes"]]) {
      const { code, stdout, stderr } = await run("answer", card.id, ...words);
      assertEquals([code, stdout], [1, ""], words.join(" "));
      assertMatch(stderr, new RegExp(`^${card.id} not answered: `));
    }
    assertEquals((await run("answer", card.id, "deny")).code, 0);
    assertMatch((await ended).stdout, /"behavior":"deny"/);
  }));

Deno.test("cards shows the whole input with its controls visible; --json is one document with the exact bytes", () =>
  withDaemon(async (at, run) => {
    const command = `echo "${"x".repeat(20_000)}\u202e" \x1b[2K; ls`;
    const { card, ended } = await asking(at, { tool_input: { command } });
    const { stdout } = await run("cards");
    assertStringIncludes(stdout, `echo "${"x".repeat(20_000)}⟨U+202E⟩" ⟨U+001B⟩[2K; ls`);
    assertStringIncludes(stdout, `    vults answer ${card.id} allow\n`);
    const json = await run("cards", "--json");
    assertEquals([json.code, json.stderr], [0, ""]);
    const document = JSON.parse(json.stdout);
    assertEquals(Object.keys(document).sort(), ["cards", "revision"]);
    assertEquals(document.cards[0].input, { command });
    const shape = ["id", "binding", "kind", "session", "agent", "tool", "target", "input", "buttons", "opened", "ends"];
    assertEquals(shape.filter((key) => !(key in document.cards[0])), []);
    await run("answer", card.id, "deny");
    await ended;
    assertEquals((await run("cards")).stdout, "Nothing waits\n");
  }));

Deno.test("sessions shows each session with its state and open cards, as a table and as one document", () =>
  withDaemon(async (at, run) => {
    assertEquals((await run("sessions")).stdout, "No sessions\n");
    const { card, ended } = await asking(at, { session_id: "\u202es\u001b[31m" });
    const { code, stdout, stderr } = await run("sessions");
    assertEquals([code, stderr], [0, ""]);
    assertMatch(stdout, /^STATE +AGENT +PROJECT +TOOL +SINCE +CARDS +SESSION\n/);
    assertMatch(
      stdout,
      new RegExp(`\nwaiting \\(permission\\) +claude +shop +Bash .* +${card.id} +claude:⟨U\\+202E⟩s⟨U\\+001B⟩`),
    );
    const document = JSON.parse((await run("sessions", "--json")).stdout);
    assertEquals(Object.keys(document).sort(), ["counts", "notes", "revision", "sessions"]);
    const shape = ["id", "agent", "state", "project", "cwd", "stuck", "since", "updated", "cards"];
    assertEquals(shape.filter((key) => !(key in document.sessions[0])), []);
    assertEquals(document.sessions[0].cards, [card.id]);
    await run("answer", card.id, "hand-back");
    await ended;
  }));

Deno.test("what a person should know of the daemon is on stderr of sessions, and in its document as notes", async () => {
  const at = await home();
  try {
    await Deno.mkdir(at.support, { mode: 0o700 });
    await Deno.writeTextFile(`${at.support}/vults.db`, "this is no database".repeat(500), { mode: 0o600 });
    const daemon = await serving(at);
    try {
      const { code, stdout, stderr } = await vults(["sessions"], at.env);
      assertEquals([code, stdout], [0, "No sessions\n"]);
      assertStringIncludes(stderr, "vults.db.corrupt-");
      const json = await vults(["sessions", "--json"], at.env);
      assertEquals([json.code, json.stderr], [0, ""]);
      assertStringIncludes(Object.values(JSON.parse(json.stdout).notes).join(), "vults.db.corrupt-");
    } finally {
      await daemon.stop();
    }
  } finally {
    await at.remove();
  }
});

Deno.test("log pages through everything that happened, newest first, and --since leaves older rows out", () =>
  withDaemon(async (at, run) => {
    const { card, ended } = await asking(at);
    await run("answer", card.id, "deny", "--message", "no");
    await ended;
    for (let prompt = 0; prompt < 240; prompt++) await post(at, prompt);
    const { rows } = JSON.parse((await run("log", "--json")).stdout);
    assert(rows.length >= 242, `${rows.length} rows`);
    const numbers = rows.map(({ n }: { n: number }) => n);
    assertEquals(numbers, [...new Set<number>(numbers)].sort((a, b) => b - a));
    const text = (await run("log", "--since", "1h")).stdout;
    assertStringIncludes(text, `${card.id} denied by you (vults answer): "no": Bash npm test\n`);
    assertStringIncludes(text, `${card.id} asked: Bash npm test\n`);
    for (let prompt = 0; prompt < 240; prompt++) assertMatch(text, new RegExp(`prompt ${prompt}\n`));
    assertEquals((await run("log", "--since", "9999w")).stdout, (await run("log")).stdout, "more than since 1970");
    const tokyo = (await vults(["log"], { ...at.env, TZ: "Asia/Tokyo" })).stdout.split("\n")[0];
    const there = new Date(rows[0].at + 9 * 3_600_000).toISOString().replace("T", " ").slice(0, 19);
    assertEquals(tokyo?.slice(0, 19), there);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    assertEquals((await run("log", "--since", "1s")).stdout, "Nothing happened in that time\n");
  }));

/** An event at the daemon's other door, which needs no process of its own. */
async function post(at: Home, prompt: number): Promise<void> {
  const { port } = JSON.parse(await Deno.readTextFile(`${at.support}/daemon.json`));
  const token = (await Deno.readTextFile(`${at.support}/hook-token`)).trim();
  const event = { hook_event_name: "UserPromptSubmit", session_id: `p${prompt % 8}`, prompt: `prompt ${prompt}` };
  const response = await fetch(`http://127.0.0.1:${port}/hook?agent=claude`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...event, cwd: "/home/me/shop" }),
  });
  assertEquals([response.status, await response.text()], [200, ""]);
}

Deno.test("a second daemon is refused in one line that names the first one's pid", () =>
  withDaemon(async (at, run) => {
    const { pid } = JSON.parse(await Deno.readTextFile(`${at.support}/daemon.json`));
    const { code, stdout, stderr } = await run("serve", "--port", "0", "--demo");
    assertEquals([code, stdout], [1, ""]);
    assertMatch(stderr, new RegExp(`^[^\n]*\\b${pid}\\b[^\n]*\n$`));
    assertEquals((await run("sessions")).code, 0);
  }));

Deno.test("serve says where it listens, takes its port from the variables, and ends cleanly on a signal", async () => {
  const at = await home();
  try {
    using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    for (const [name, flags] of [["VULTS_PORT", []], ["VIBEBUDDY_PORT", []], ["VULTS_PORT", ["--no-http"]]] as const) {
      const env = { ...at.env, [name]: String(taken.addr.port) };
      const daemon = await serving({ ...at, env }, { flags });
      if (flags.length > 0) assertEquals(daemon.port, null);
      else assert(daemon.port !== null && daemon.port !== taken.addr.port);
      const { code, stdout, stderr } = await daemon.stop();
      assertEquals(code, 0);
      assertStringIncludes(stdout, `vults serves (pid ${daemon.pid})\n`);
      assertStringIncludes(stdout, at.socket);
      assertEquals(stdout.includes("http://127.0.0.1:"), flags.length === 0);
      // The port that was wanted belongs to somebody else, which is worth a line.
      if (flags.length === 0) assertStringIncludes(stderr, String(taken.addr.port));
      await Deno.stat(`${at.support}/daemon.json`).then(() => assert(false), () => undefined);
    }
  } finally {
    await at.remove();
  }
});

Deno.test("in a session's runtime folder, which holds others' files too, daemon, hook and commands work all the same", async () => {
  const at = await home();
  try {
    const folder = `${at.folder}/run`;
    await Deno.mkdir(folder, { mode: 0o700 });
    await Deno.writeTextFile(`${folder}/foreign`, "x");
    // Not the name where hooks look by themselves: no demo may be there.
    const session = { ...at, env: { ...at.env, XDG_RUNTIME_DIR: folder, VULTS_SOCKET: `${folder}/other.sock` } };
    const daemon = await serving(session);
    try {
      const { card, ended } = await asking(session);
      assertEquals((await vults(["answer", card.id, "deny"], session.env)).code, 0);
      assertMatch((await ended).stdout, /"behavior":"deny"/);
    } finally {
      assertEquals((await daemon.stop()).code, 0);
    }
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => name.endsWith(".sock")), []);
  } finally {
    await at.remove();
  }
});

Deno.test("serve refuses in one line with the mend, when its folder is not private", async () => {
  const at = await home();
  try {
    await Deno.mkdir(`${at.folder}/run`);
    await Deno.chmod(`${at.folder}/run`, 0o755);
    const { code, stdout, stderr } = await vults(["serve", "--port", "0"], at.env);
    assertEquals([code, stdout], [1, ""]);
    assertMatch(stderr, /^[^\n]*chmod 700[^\n]*\n$/);
  } finally {
    await at.remove();
  }
});

Deno.test("an agent's shell may answer a demo", () =>
  withDaemon(async (at) => {
    const { card, ended } = await asking(at);
    const { code, stderr } = await vults(["answer", card.id, "deny"], { ...at.env, CLAUDECODE: "1" });
    assertEquals([code, stderr], [0, ""]);
    await ended;
  }));

Deno.test("a program above the command that is an agent may not answer, and is named", async () => {
  const at = await home();
  const folder = await Deno.makeTempDir();
  const daemon = await serving(at, { flags: ["--port", "0"] });
  try {
    const { card, ended } = await asking(at);
    // A shell under an agent's name, which starts the command as its child.
    const agent = `${folder}/claude`;
    await Deno.symlink("/bin/sh", agent);
    const { code, stdout, stderr } = await vults(["answer", card.id, "allow"], at.env, { launch: under(agent) });
    assertEquals([code, stdout], [1, ""]);
    assertMatch(stderr, new RegExp(`^${card.id} not answered: .*claude.*\n$`));
    await daemon.stop();
    assertEquals((await ended).stdout, "");
  } finally {
    await daemon.stop();
    await Deno.remove(folder, { recursive: true });
    await at.remove();
  }
});

function under(agent: string) {
  return (args: readonly string[], env: Readonly<Record<string, string>>) => {
    const { cmd, args: all, env: given } = commandFor(args, env);
    return { cmd: agent, args: ["-c", '"$@"; exit $?', "sh", cmd, ...all], env: given };
  };
}

Deno.test("run.ts passes streams, exit code and signals through, and ends with its child", async () => {
  const at = await home();
  try {
    const through = (args: readonly string[], env: Readonly<Record<string, string>>) => ({
      cmd: Deno.execPath(),
      args: ["run", "--quiet", "--allow-all", "--no-prompt", RUN, ...args],
      env: { ...commandFor(args, env).env },
    });
    assertEquals(await vults(["version"], at.env, { launch: through }), await vults(["version"], at.env));
    assertEquals((await vults(["nonsense"], at.env, { launch: through })).code, 2);
    assertEquals((await vults(["hook", "--agent", "claude"], at.env, { launch: through, input: "{}" })).code, 0);
    const child = start(["serve", "--port", "0", "--demo"], at.env, through);
    await child.stdin.close();
    const reader = child.stdout.getReader();
    const { value } = await reader.read();
    const pid = Number(/pid (\d+)/.exec(new TextDecoder().decode(value))?.[1]);
    assert(pid > 0 && pid !== child.pid);
    child.kill("SIGTERM");
    while (!(await reader.read()).done);
    await child.stderr.cancel();
    assertEquals((await child.status).code, 0);
    const alive = await new Deno.Command("/bin/sh", { args: ["-c", `kill -0 ${pid}`], stderr: "null" }).output();
    assertEquals(alive.success, false);
  } finally {
    await at.remove();
  }
});

const RUN = decodeURIComponent(new URL("../../scripts/run.ts", import.meta.url).pathname);
