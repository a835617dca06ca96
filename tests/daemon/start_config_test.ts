// What `config.toml` changes in a daemon: its port, its holds, its door for callers without a token, how long it keeps.

import { assert, assertEquals } from "@std/assert";
import { type Daemon, start, type StartOptions } from "../../src/daemon/start.ts";
import { readIfThere } from "../../src/files.ts";
import type { Paths } from "../../src/paths.ts";
import { parent } from "../../src/wire/endpoint.ts";
import { read, readView } from "../support/api.ts";
import { client, event, permission, tempPlaces, until } from "../support/daemon.ts";

const DAY_MS = 86_400_000;

type Work = (paths: Paths, daemon: Daemon) => void | Promise<void>;
type Options = Partial<Omit<StartOptions, "paths">>;

/** Runs `work` beside a daemon that found `config` in its place. */
async function configured(
  config: string,
  work: Work,
  options: Options = {},
): Promise<void> {
  const places = tempPlaces();
  try {
    await beside(places.paths, config, work, options);
  } finally {
    places.remove();
  }
}

async function beside(
  paths: Paths,
  config: string,
  work: Work,
  options: Options,
): Promise<void> {
  Deno.mkdirSync(parent(paths.config), { recursive: true });
  Deno.writeTextFileSync(paths.config, config);
  const daemon = await start({ demo: true, env: () => undefined, log: () => {}, ...options, paths });
  assert("stop" in daemon, "refused" in daemon ? daemon.refused : "");
  try {
    await work(paths, daemon);
  } finally {
    await daemon.stop();
  }
}

Deno.test("a card is held as long as its agent's setting says, other agents as long as ever", () =>
  configured("[approvals.hold]\nclaude = 7\ncopilot = 9\n", async (paths) => {
    const hooks = [];
    for (
      const line of [
        permission("1", "ls"),
        { ...permission("2", "ls"), agent: "codex" },
        {
          ...event("3", "permissionRequest", {}),
          agent: "copilot",
          wants_reply: true,
          payload: { hookName: "permissionRequest", sessionId: "s1", toolName: "bash", toolInput: { command: "ls" } },
        },
        {
          ...event("4", "needs.approval", {}),
          v: 108,
          agent: "agentica",
          wants_reply: true,
          payload: {
            hook_event_name: "needs.approval",
            session_id: "s1",
            request_id: "r1",
            tool_name: "execute",
            tool_call_id: "t1",
            question: "Run it?",
            preview: "ls",
            options: ["allow", "deny"],
          },
        },
      ]
    ) {
      const hook = await client(paths.endpoint.socket);
      hooks.push(hook);
      await hook.send(line);
      assertEquals((await hook.next())?.kind, "waiting", JSON.stringify(line));
    }
    const held = (await readView(paths)).cards.map(({ agent, opened, ends }) => [agent, ends && ends - opened]);
    assertEquals<unknown>(held, [["claude", 7_000], ["codex", 25_000], ["copilot", 9_000], ["agentica", null]]);
    hooks.forEach((hook) => hook.close());
  }, { port: null }));

Deno.test("the settings say whether and where the daemon listens, unless it is told otherwise", async () => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr;
  await configured(`[http]\nport = ${port}\n`, (_, daemon) => {
    assert(daemon.port !== null && daemon.port !== port);
    assertEquals(daemon.notes, [`Port ${port} is taken: listening on ${daemon.port}`]);
  });
  const off = "[http]\nenabled = false\n";
  await configured(off, (_, daemon) => assertEquals(daemon.port, null));
  await configured(off, (_, daemon) => assert(daemon.port !== null), { port: 0 });
  await configured("[http]\nport = 0\n", (_, daemon) => assertEquals(daemon.port, null), {
    port: null,
  });
});

/** What `POST /hook` says, with these headers and this query. */
async function post(daemon: Daemon, headers: Record<string, string> = {}, query = ""): Promise<number> {
  const url = `http://127.0.0.1:${daemon.port}/hook?agent=codex${query}`;
  const body = JSON.stringify({ hook_event_name: "UserPromptSubmit", session_id: "s1", prompt: "go" });
  const response = await fetch(url, { method: "POST", body, headers });
  assertEquals(await response.text(), "");
  return response.status;
}

Deno.test("a caller without a token is taken where the settings say so, a wrong token or a page never", async () => {
  await configured("[http]\nport = 0\naccept_tokenless_hooks = true\n", async (paths, daemon) => {
    assertEquals(await post(daemon, { authorization: "Bearer wrong" }), 401);
    assertEquals(await post(daemon, { authorization: "Basic eDp5" }), 401);
    assertEquals(await post(daemon, {}, "&token=wrong"), 401);
    assertEquals(await post(daemon, {}, "&token="), 401);
    assertEquals(await post(daemon, { origin: "http://localhost" }), 403);
    const { port } = daemon;
    const page = await fetch(`http://127.0.0.1:${port}/api/view`);
    assertEquals([page.status, (await page.text()).includes("sessions")], [401, false]);
    assertEquals((await readView(paths)).sessions, []);
    assertEquals(await post(daemon), 200);
    assertEquals(await post(daemon, { authorization: `Bearer ${readIfThere(paths.hookToken)?.trim()}` }), 200);
    assertEquals((await readView(paths)).sessions.map(({ id }) => id), ["codex:s1"]);
  });
  await configured("[http]\nport = 0\n", async (paths, daemon) => {
    assertEquals(await post(daemon), 401);
    assertEquals((await readView(paths)).health.counts["no-token"], { codex: 1 });
  });
});

Deno.test("mistakes are told at the start and stay on the view, in one note; right tables count", () =>
  configured("[http]\nport = 0\n[retention]\ndays = 0\n[later]\n", async (paths, daemon) => {
    const days = '[retention] "days" must be a whole number of days from 1 to 3650; [retention] keeps its defaults';
    const later = 'there is no table "later", only [http], [approvals.hold] and [retention]; it is ignored';
    const errors = [
      `Cannot use "${paths.config}", line 4: ${days} (mend it and restart)`,
      `Cannot use "${paths.config}", line 5: ${later} (mend it and restart)`,
    ];
    assertEquals(daemon.notes, errors);
    assertEquals((await readView(paths)).health.notes, { config: errors.join("; ") });
    assert(daemon.port !== null);
  }));

Deno.test("without a mistake there is no note", () =>
  configured("[http]\nenabled = false\n", async (paths, daemon) => {
    assertEquals([daemon.notes, (await readView(paths)).health.notes], [[], {}]);
  }));

/** The events of the history, three days after one was told. */
async function keptAfterThreeDays(config: string): Promise<string[]> {
  const places = tempPlaces();
  const { paths } = places;
  const told = Date.UTC(2030, 0, 1);
  let kept: string[] = [];
  try {
    await beside(paths, "", async () => {
      const hook = await client(paths.endpoint.socket);
      await hook.send(event("1", "UserPromptSubmit", { prompt: "go" }));
      assertEquals(await hook.next(), undefined);
      hook.close();
      await until(async () => (await readView(paths)).sessions.length === 1, "the session");
    }, { port: null, now: () => told });
    await beside(paths, config, async () => {
      const { rows }: { rows: { kind: string; event: string }[] } = await read(paths, "/api/history");
      kept = rows.filter(({ kind }) => kind === "event").map((row) => row.event);
    }, { port: null, now: () => told + 3 * DAY_MS });
  } finally {
    places.remove();
  }
  return kept;
}

Deno.test("events are kept as many days as the settings say", async () => {
  assertEquals(await keptAfterThreeDays("[retention]\ndays = 4\n"), ["UserPromptSubmit"]);
  assertEquals(await keptAfterThreeDays("[retention]\ndays = 2\n"), []);
  assertEquals(await keptAfterThreeDays("[retention]\ndays = 0\n"), ["UserPromptSubmit"]);
});
