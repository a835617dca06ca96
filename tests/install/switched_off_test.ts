import { assertEquals } from "@std/assert";
import { switchedOff, switchLine } from "../../install/switched_off.ts";
import { thisMachine } from "../../install/machine.ts";
import type { TargetName } from "../../install/target_name.ts";
import { paths } from "../../src/paths.ts";

/** What is told of an agent in a home with these files; absolute ones are the computer's. */
function told(
  agent: TargetName,
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): string[] {
  const home = "/home/me";
  const read = (name: string) => ({ HOME: home, ...env })[name];
  const machine = thisMachine(read, home, paths({ env: read, os: "linux", uid: 7 }));
  const text = (path: string) => files[path.startsWith(`${home}/`) ? path.slice(home.length + 1) : path];
  const door = {
    ...machine.doors.files,
    realPath: (path: string) => path,
    lstat: (path: string) => text(path) === undefined ? undefined : Deno.lstatSync(import.meta.filename ?? ""),
    read: (path: string) => new TextEncoder().encode(text(path)),
  };
  return switchedOff(agent, { ...machine, doors: { ...machine.doors, files: door } }).map(switchLine);
}

Deno.test("what keeps an agent from running hooks is told with its file, its line and its mend", () => {
  assertEquals(told("claude", { ".claude/settings.json": '{\n  "a": 1,\n  "disableAllHooks": true\n}' }), [
    'claude runs no hooks: "disableAllHooks" is true in ~/.claude/settings.json:3; make it false',
  ]);
  assertEquals(told("claude", { "/etc/claude-code/managed-settings.json": '{ "allowManagedHooksOnly": true }' }), [
    'claude runs no hooks of yours: "allowManagedHooksOnly" is true in /etc/claude-code/managed-settings.json:1; ask whoever manages this computer',
  ]);
  assertEquals(told("droid", { ".factory/settings.json": '// mine\n{ "hooksDisabled": true }' }), [
    'droid runs no hooks: "hooksDisabled" is true in ~/.factory/settings.json:2; make it false',
  ]);
  assertEquals(told("codex", { ".codex/config.toml": "[features]\nhooks = false\n" }), [
    'Codex runs no hooks: "hooks" is false in ~/.codex/config.toml:2; make it true',
  ]);
  assertEquals(
    told("grok", {
      "g/disabled-hooks": "global/x:stop[0]\nglobal/vults:stop[0].hooks[0]\nglobal/vults:session_start[0].hooks[0]\n",
    }, { GROK_HOME: "/home/me/g" }),
    [
      "grok leaves ours out: 2 hooks are switched off in ~/g/disabled-hooks:2; switch them on under /hooks",
    ],
  );
  assertEquals(told("agentica", {}, { AGENTICA_HOOKS_ENABLED: "false" }).length, 1);
});

Deno.test("a switch that is on, another type, another's or a file that cannot be read is no reason", () => {
  for (
    const text of [
      '{ "disableAllHooks": false }',
      '{ "disableAllHooks": "true" }',
      '{ "x": { "disableAllHooks": true } }',
      "{ broken",
      "",
    ]
  ) {
    assertEquals(
      told("claude", { ".claude/settings.json": text, "/etc/claude-code/managed-settings.json": text }),
      [],
      text,
    );
  }
  assertEquals(
    told("grok", { ".grok/disabled-hooks": "global/vults2:stop[0].hooks[0]\nproject/vults:stop[0].hooks[0]\n" }),
    [],
  );
  assertEquals(told("cursor", { ".cursor/hooks.json": '{ "disableAllHooks": true }' }), []);
});
