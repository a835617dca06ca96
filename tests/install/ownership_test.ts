// Whose a command is: every row of both tables of `installer.md` section 5, and every command that we write ourselves.

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { commandText, commandWords } from "../../install/command_text.ts";
import { hookEntries } from "../../install/events.ts";
import { type Own, ownerOf, ownerOfWords, type Surroundings, waitsAt } from "../../install/ownership.ts";
import { isOwnPlugin } from "../../install/own_plugin.ts";
import { TARGETS } from "../../install/target_name.ts";

const BIN = "/home/u/.local/share/vults/bin";
const APP = "/Applications/VibeBuddyMacApp.app/Contents/Resources/hooks";
const KEY = "0123456789ab";
const AROUND: Surroundings = { bin: BIN, recorded: [], others: [], exists: () => false };

const OWN: readonly (readonly [string, Omit<Own, "own">])[] = [
  ["/b/vults hook", { form: "hook", agent: "claude" }],
  ["/b/vults hook --agent claude", { form: "hook", agent: "claude" }],
  ["/b/vults hook --agent claude Stop", { form: "hook", agent: "claude", event: "Stop" }],
  ["/b/vults hook Stop --agent codex", { form: "hook", agent: "codex", event: "Stop" }],
  ["/b/vults hook --approval --agent codex PermissionRequest", {
    form: "hook",
    agent: "codex",
    event: "PermissionRequest",
    gate: "approval",
  }],
  ["/b/vults hook --ask --agent claude PreToolUse", {
    form: "hook",
    agent: "claude",
    event: "PreToolUse",
    gate: "questions",
  }],
  ["/b/vults hook --agent agentica --approval", { form: "hook", agent: "agentica", gate: "approval" }],
  [`/b/vults hook --agent grok --statusline ${KEY}`, { form: "statusline", agent: "grok", key: KEY }],
  ["/b/vults hook --statusline --agent claude", { form: "statusline", agent: "claude" }],
  [`/b/vults hook --statusline ${KEY} StatusLine`, {
    form: "statusline",
    agent: "claude",
    key: KEY,
    event: "StatusLine",
  }],
  ["/b/vults hook --statusline StatusLine", { form: "statusline", agent: "claude", event: "StatusLine" }],
  ["/b/vults hook --agent claude-code Stop", { form: "hook", agent: "claude", event: "Stop" }],
  ["'/a b/it'\\''s/vults' hook --agent claude", { form: "hook", agent: "claude" }],
  ["/b/vults-forward claude", { form: "forward", agent: "claude" }],
  ["./b/vults-forward copilot agentStop", { form: "forward", agent: "copilot", event: "agentStop" }],
  ["/b/vults-forward agentica needs.input", { form: "forward", agent: "agentica", event: "needs.input" }],
  [`/b/vults-statusline ${KEY}`, { form: "statusline", agent: "claude", key: KEY }],
  [`/b/vults-statusline grok ${KEY}`, { form: "statusline", agent: "grok", key: KEY }],
  ["/b/vults-hook", { form: "hook", agent: "claude", older: true }],
  ["/b/vults-hook --agent gemini BeforeTool", { form: "hook", agent: "gemini", event: "BeforeTool", older: true }],
  ["'/opt/vultures-ai-hook' --agent antigravity Stop || exit 0", {
    form: "hook",
    agent: "antigravity",
    event: "Stop",
    older: true,
  }],
  ["/b/vultures-ai-hook --ask --agent claude PreToolUse", {
    form: "hook",
    agent: "claude",
    event: "PreToolUse",
    gate: "questions",
    older: true,
  }],
  ["/b/vults-hook --agent claude --statusline", { form: "statusline", agent: "claude", older: true }],
  ["/x/vibebuddy-forward.sh codex", { form: "forward", agent: "codex", older: true }],
  [`"${APP}/vibebuddy-forward.sh" gemini`, { form: "forward", agent: "gemini", older: true }],
  ["/x/vibebuddy-statusline.sh", { form: "statusline", agent: "claude", older: true }],
  ["/x/vibebuddy-statusline.sh grok", { form: "statusline", agent: "grok", older: true }],
  ["/x/vibebuddy-statusline.sh abc123", { form: "statusline", agent: "claude", key: "abc123", older: true }],
  ["/x/vibebuddy-statusline.sh grok abc123", { form: "statusline", agent: "grok", key: "abc123", older: true }],
  [`${APP}/approval-hook.sh`, { form: "hook", agent: "claude", gate: "approval", older: true }],
  [`"${APP}/approval-hook.sh" claude 60`, { form: "hook", agent: "claude", gate: "approval", older: true }],
  [`${BIN}/approval-hook.sh codex`, { form: "hook", agent: "codex", gate: "approval", older: true }],
  [`${APP}/capture-terminal.sh`, { form: "capture", agent: "claude", older: true }],
  [`${BIN}/capture-terminal.sh kimi`, { form: "capture", agent: "kimi", older: true }],
  [`${APP}/cursor-followup.sh`, { form: "followup", agent: "cursor", older: true }],
  ["curl -sS --max-time 3 -X POST --data-binary @- http://127.0.0.1:9876/hook", {
    form: "curl",
    agent: "claude",
    older: true,
  }],
  [
    "/usr/bin/curl -sS --max-time 3 -X POST --data-binary @- 'http://127.0.0.1:1234/hook?agent=qwen' >/dev/null 2>&1 || true",
    {
      form: "curl",
      agent: "qwen",
      older: true,
    },
  ],
  ["curl -sS --max-time 3 -X POST --data-binary @- http://127.0.0.1:9876/hook?agent=codex", {
    form: "curl",
    agent: "codex",
    older: true,
  }],
  ["curl 127.0.0.1:9876/hook", { form: "curl", agent: "claude", older: true }],
];

for (const [line, expected] of OWN) {
  Deno.test(`own: ${line}`, () => assertEquals(ownerOf(line, AROUND), { own: true, ...expected }));
}

const FOREIGN: readonly (readonly [string, string])[] = [
  ["/x/vibebuddy-forward.sh.bak codex", "another name"],
  ["/x/vults-forward.old claude", "another name"],
  ["/x/vults-forwarder claude", "another name"],
  ["/home/u/bin/my-approval-hook.sh claude", "another name"],
  ["/opt/acme/approval-hook.sh claude", "an unknown folder"],
  ["/opt/acme/capture-terminal.sh", "an unknown folder"],
  ["/opt/acme/cursor-followup.sh", "an unknown folder"],
  ["approval-hook.sh claude", "no folder"],
  ["vults-forward claude", "no folder"],
  ["vibebuddy-forward.sh codex", "no folder"],
  [`${APP}.old/approval-hook.sh claude`, "a folder that only begins like the app's"],
  [`${APP}/approval-hook.sh claude sixty`, "another argument"],
  [`${APP}/approval-hook.sh claude 60 70`, "one argument too many"],
  [`${APP}/capture-terminal.sh claude 60`, "one argument too many"],
  [`${APP}/cursor-followup.sh claude`, "one argument too many"],
  ["echo vibebuddy-forward.sh", "another program"],
  ["grep vults-hook log", "another program"],
  ['bash -c "vults hook --agent claude"', "another program"],
  ["sudo /b/vults hook --agent claude", "another program"],
  ["exec /b/vults hook --agent claude", "another program"],
  ["/b/vults sessions --json", "another command of ours"],
  ["/b/vults", "no command"],
  ["/b/vults hook --agent claude --loud Stop", "another flag"],
  ["/b/vults hook --agent claude Stop Start", "two events"],
  ["/b/vults hook --agent claude --agent codex", "two agents"],
  ["/b/vults hook --agent", "no agent"],
  ["/b/vults hook --agent acme Stop", "an agent that is none of ours"],
  ["/b/vults hook --agent CLAUDE Stop", "an agent that is none of ours"],
  ["/b/vults hook --agent '' Stop", "an agent that is none of ours"],
  ["/b/vults hook --statusline 0123456789abc", "a key that is none"],
  ["/b/vults-hook --agent claude --approval", "a flag that the older one has not"],
  [`/b/vults-hook --statusline ${KEY}`, "a key that the older one has not"],
  ["/b/vults-forward", "no agent"],
  ["/b/vults-forward acme", "an agent that is none of ours"],
  ["/b/vults-forward claude Stop now", "one argument too many"],
  ["/b/vults-forward claude --stop", "no event"],
  ["/x/vibebuddy-forward.sh codex Stop", "one argument too many"],
  ["/b/vults-statusline", "no key"],
  ["/b/vults-statusline claude 0123456789ab", "another agent"],
  ["/b/vults-statusline 0123456789AB", "a key that is none"],
  ["'/b/vults-forward' claude && notify", "another command follows"],
  ["'/b/vults-forward' claude; notify", "another command follows"],
  ["'/b/vults-forward' claude || notify", "another command may follow"],
  ["'/b/vults-forward' claude || exit 1", "it would fail"],
  ["'/b/vults-forward' claude | tee log", "its output goes on"],
  ["'/b/vults-forward' claude >log", "its output is kept"],
  ["'/b/vults-forward' claude >/dev/null 2>log", "its errors are kept"],
  ["'/b/vults-forward' claude &", "it runs in the background"],
  ["('/b/vults-forward' claude)", "a group"],
  ["X=1 /b/vults-forward claude", "an assignment"],
  ["X=/b/vults-forward claude", "an assignment"],
  ["/b/vults-forward $AGENT", "a substitution"],
  ["/b/vults-forward $(echo claude)", "a substitution"],
  ['"$HOME/b/vults-forward" claude', "a substitution"],
  ["# /x/vibebuddy-forward.sh codex", "a comment"],
  ["/x/vibebuddy-forward.sh\ncodex", "two lines"],
  ["/b/vults-forward 'claude", "it has no end"],
  ["", "nothing"],
  ["curl -X POST http://127.0.0.1:3000/hook -d @-", "other options"],
  ["curl -sS --max-time 5 -X POST --data-binary @- http://127.0.0.1:9876/hook", "other options"],
  ["curl -sS --max-time 3 -X POST --data-binary @- http://127.0.0.1:9876/hook extra", "one argument too many"],
  ["curl -sS --max-time 3 -X POST --data-binary @- http://127.0.0.1:8080/hook.php", "another path"],
  ["curl -sS --max-time 3 -X POST --data-binary @- 'http://127.0.0.1:5000/hook#a'", "another path"],
  ["curl -sS --max-time 3 -X POST --data-binary @- http://127.0.0.1:5000/hooks/x", "another path"],
  ["curl -sS --max-time 3 -X POST --data-binary @- http://127.0.0.1/hook", "no port"],
  ["curl -sS --max-time 3 -X POST --data-binary @- http://127.0.0.1:9876/hook?agent=acme", "none of our agents"],
  [
    "curl -sS --max-time 3 -X POST --data-binary @- http://127.0.0.1:9876/hook?agent=codex&x=1",
    "another command follows",
  ],
  ["curl -sS --max-time 3 -X POST --data-binary @- 'http://127.0.0.1:9876/hook?agent=codex&x=1'", "another query"],
  ["curl -sS --max-time 3 -X POST --data-binary @- http://example.org:9876/hook", "another host"],
  ["curl 127.0.0.1:9877/hook", "another port"],
  ["mycurl 127.0.0.1:9876/hook", "another program"],
  ["[ -x /b/vults-forward ] || exit 0; exec /c/vults-forward claude", "it guards another program"],
  ["[ -x /b/vults-forward ] && /c/vults-forward claude; exit 0", "it guards another program"],
  ["[ -x /b/vults-forward ] || exit 2; exec /b/vults-forward claude", "another exit code, which may block"],
  ["[ -x /b/vults-forward ] || exit 0; /b/vults-forward claude", "no form of ours"],
  ["[ -x /b/vults-forward ] && /b/vults-forward claude; exit 1", "it would fail"],
  ["[ -x /b/vults-forward ] || exit 0; exec /b/vults-forward claude; notify", "another command follows"],
  ["[ -f /b/vults-forward ] || exit 0; exec /b/vults-forward claude", "no form of ours"],
];

for (const [line, why] of FOREIGN) {
  Deno.test(`foreign (${why}): ${JSON.stringify(line)}`, () => assertEquals(ownerOf(line, AROUND), { own: false }));
}

Deno.test("our program without a whole path is a line of the user's, and counted as theirs", () => {
  for (const line of ["vults hook --agent claude Stop", "./vults hook --agent claude Stop", "~/b/vults hook Stop"]) {
    assertEquals(ownerOf(line, AROUND), { own: false, yours: true });
  }
  assertEquals(ownerOf("vults sessions --json", AROUND), { own: false });
});

Deno.test("every command that an install writes is own, and tells its agent, event and gate", () => {
  const folder = fc.string({ unit: fc.constantFrom(..."ab '\"$(&;é/#~*"), maxLength: 12 })
    .map((name) => `/s${name}/bin`);
  const forwards = fc.boolean();
  fc.assert(
    fc.property(folder, forwards, (at, forwards) => {
      for (const agent of TARGETS.filter((name) => name !== "grok" || !at.includes("$"))) {
        for (const approval of [true, false]) {
          for (const { event, use } of hookEntries(agent, { approval, forwards })) {
            const owner = ownerOf(commandText(agent, use, { folder: at, forwards }), { ...AROUND, bin: at });
            assert(owner.own, commandText(agent, use, { folder: at, forwards }));
            const waits = use.is === "gate" || use.is === "questions";
            const named = use.is === "questions" ? "PreToolUse" : "event" in use ? use.event : undefined;
            assertEquals([owner.agent, owner.event, owner.older, waitsAt(owner, event)], [
              agent,
              named,
              undefined,
              waits,
            ]);
          }
        }
      }
    }),
    { numRuns: 30 },
  );
});

Deno.test("a status line's command tells its key, in both forms", () => {
  for (const agent of ["claude", "grok"] as const) {
    for (const forwards of [true, false]) {
      const line = commandText(agent, { is: "statusline", key: KEY }, { folder: BIN, forwards });
      assertEquals(ownerOf(line, AROUND), { own: true, form: "statusline", agent, key: KEY });
    }
  }
});

Deno.test("a list without a shell is judged by its words", () => {
  const bin = { folder: BIN, forwards: true };
  const plain = ownerOfWords(commandWords("agentica", { is: "plain" }, bin), AROUND);
  assertEquals(plain, { own: true, form: "forward", agent: "agentica" });
  const gate = ownerOfWords(commandWords("agentica", { is: "gate" }, bin), AROUND);
  assertEquals(gate, { own: true, form: "hook", agent: "agentica", gate: "approval" });
  assertEquals(ownerOfWords(["/b/vults-forward claude"], AROUND), { own: false });
  assertEquals(ownerOfWords([], AROUND), { own: false });
});

Deno.test("a command that the manifest has for this file is own, whatever it is, and only as it stands there", () => {
  const recorded = ["notify --quietly", "/b/vults-forward claude"];
  assertEquals(ownerOf("notify --quietly", { ...AROUND, recorded }), { own: true, form: "recorded" });
  assertEquals(ownerOf("notify  --quietly", { ...AROUND, recorded }), { own: false });
  assertEquals(ownerOf("/b/vults-forward claude", { ...AROUND, recorded }), {
    own: true,
    form: "forward",
    agent: "claude",
  });
});

Deno.test("an older product's script is known by its folder's forwarder, on disk or in another own entry of the file", () => {
  const line = "/checkout/hooks/approval-hook.sh codex";
  const own: Own = { own: true, form: "hook", agent: "codex", gate: "approval", older: true };
  assertEquals(ownerOf(line, { ...AROUND, exists: (path) => path === "/checkout/hooks/vibebuddy-forward.sh" }), own);
  assertEquals(ownerOf(line, { ...AROUND, others: ["'/checkout/hooks/vibebuddy-forward.sh' codex"] }), own);
  for (
    const other of [
      "/elsewhere/vibebuddy-forward.sh codex",
      "/checkout/hooks/vibebuddy-forward.sh codex && notify",
      "/checkout/hooks/vibebuddy-forward.sh acme",
      "echo /checkout/hooks/vibebuddy-forward.sh",
      line,
    ]
  ) {
    assertEquals(ownerOf(line, { ...AROUND, others: [other] }), { own: false }, other);
  }
});

Deno.test("the entries of docs/wiring, copied by hand, are own where HOME is known", async () => {
  const folder = new URL("../../docs/wiring/", import.meta.url);
  let found = 0;
  for await (const { name } of Deno.readDir(folder)) {
    const text = await Deno.readTextFile(new URL(name, folder));
    for (const [, escaped, literal] of text.matchAll(/"(\[ -x (?:[^"\\]|\\.)*)"|'(\[ -x [^']*)'/g)) {
      const line = literal ?? JSON.parse(`"${escaped}"`);
      assertEquals(ownerOf(line, { ...AROUND, home: "/home/you" }).own, true, line);
      assertEquals(ownerOf(line, AROUND).own, false, line);
      found++;
    }
  }
  assert(found > 80, `only ${found} entries were read`);
});

Deno.test("the hook waits at a request whatever its flags say, so such an entry is a gate", () => {
  const waits = (line: string, event: string): boolean => {
    const owner = ownerOf(line, AROUND);
    assert(owner.own, line);
    return waitsAt(owner, event);
  };
  assertEquals(waits("/b/vults-hook --agent codex", "PermissionRequest"), true);
  assertEquals(waits("/b/vults hook --agent copilot permissionRequest", "permissionRequest"), true);
  assertEquals(waits("/b/vults hook --agent claude", "Stop"), false);
  assertEquals(waits("/b/vults-forward claude", "PermissionRequest"), false);
  assertEquals(waits(`${BIN}/approval-hook.sh grok 60`, "PreToolUse"), true);
});

for (
  const [name, text, own] of [
    ["vults.js", "// Generated by vults 0.1.0\nexport default 1;", true],
    ["vults.js", "\uFEFF// generated by Vults\r\nexport default 1;", true],
    ["vults.js", "export default 1; // Generated by vults", false],
    ["vults.js", "\n// Generated by vults", false],
    ["vults.js", "// VibeBuddy OpenCode plugin", false],
    ["vibebuddy.js", "// VibeBuddy OpenCode plugin: tells the daemon\n", true],
    ["vibebuddy.js", "// my own buddy\n", false],
    ["vults.js", "", false],
  ] as const
) {
  Deno.test(`a plugin file ${name} that begins ${JSON.stringify(text.slice(0, 30))} is ${own ? "own" : "the user's"}`, () => {
    assertEquals(isOwnPlugin(name, text), own);
  });
}
