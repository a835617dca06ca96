// The daemon put together, with its real core and store (daemon.md sections 1 and 16).

import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { type Daemon, start, type StartOptions } from "../../src/daemon/start.ts";
import { VERSION } from "../../src/brand.ts";
import { exists, readIfThere } from "../../src/files.ts";
import type { View } from "../../src/domain/view.ts";
import type { Paths } from "../../src/paths.ts";
import { api, client, event, permission, serveProcess, tempPlaces, until } from "../support/daemon.ts";

async function inPlaces(work: (paths: Paths, root: string) => Promise<void>): Promise<void> {
  const places = tempPlaces();
  try {
    await work(places.paths, places.root);
  } finally {
    places.remove();
  }
}

function options(paths: Paths, more: Partial<StartOptions> = {}): StartOptions {
  return { paths, port: null, demo: true, env: () => undefined, log: () => {}, ...more };
}

/** Runs `work` beside a daemon, and stops it. */
async function serving(
  more: Partial<StartOptions>,
  work: (paths: Paths, daemon: Daemon) => Promise<void>,
): Promise<void> {
  await inPlaces(async (paths) => {
    const daemon = await start(options(paths, more));
    assert("stop" in daemon, "refused" in daemon ? daemon.refused : "");
    try {
      await work(paths, daemon);
    } finally {
      await daemon.stop();
    }
  });
}

async function refusal(given: StartOptions): Promise<string> {
  const daemon = await start(given);
  assert("refused" in daemon);
  return daemon.refused;
}

function bearer(paths: Paths): Record<string, string> {
  return { authorization: `Bearer ${readIfThere(paths.token)?.trim()}` };
}

async function view(paths: Paths): Promise<View> {
  return await (await api(paths, "/api/view", { headers: bearer(paths) })).json();
}

function answer(paths: Paths, id: string, body: unknown): Promise<Response> {
  const headers = { ...bearer(paths), "content-type": "application/json", "x-vults-caller": String(Deno.pid) };
  return api(paths, `/api/cards/${id}`, { method: "POST", headers, body: JSON.stringify(body) });
}

function daemonJson(paths: Paths): Record<string, unknown> {
  return JSON.parse(readIfThere(paths.daemonJson) ?? "null");
}

function modeOf(path: string): number {
  return (Deno.lstatSync(path).mode ?? 0) & 0o777;
}

Deno.test("a started daemon listens at all its doors, everything private, and says so in daemon.json", () =>
  serving({ port: 0 }, async (paths, daemon) => {
    const { started, audit, ...facts } = daemonJson(paths);
    assertEquals(facts, {
      version: VERSION,
      pid: Deno.pid,
      socket: paths.endpoint.socket,
      api: paths.api,
      port: daemon.port,
      demo: true,
    });
    assertEquals([typeof started, (audit as { count: number }).count], ["number", 0]);
    for (
      const path of [paths.daemonJson, paths.token, paths.hookToken, paths.endpoint.socket, paths.api, paths.database]
    ) {
      assertEquals(modeOf(path), 0o600, path);
    }
    assertEquals(modeOf(paths.support), 0o700);
    assertEquals(await (await api(paths, "/health", { headers: bearer(paths) })).text(), "ok");
    const hook = readIfThere(paths.hookToken)?.trim();
    const posted = await fetch(`http://127.0.0.1:${daemon.port}/hook?token=${hook}`, {
      method: "POST",
      body: JSON.stringify({ hook_event_name: "SessionStart", session_id: "s9", cwd: "/home/me/app" }),
    });
    assertEquals([posted.status, await posted.text()], [200, ""]);
    assertEquals((await view(paths)).sessions.map((session) => session.id), ["claude:s9"]);
  }));

Deno.test("a clean stop leaves no socket and no daemon.json, and the next start finds the sessions again", () =>
  inPlaces(async (paths) => {
    for (const round of [1, 2]) {
      const daemon = await start(options(paths));
      assert("stop" in daemon);
      if (round === 1) {
        const hook = await client(paths.endpoint.socket);
        await hook.send(event("1", "UserPromptSubmit", { prompt: "hello", cwd: "/home/me/app" }));
        assertEquals(await hook.next(), undefined);
        hook.close();
      }
      assertEquals((await view(paths)).sessions.map((session) => session.id), ["claude:s1"]);
      await daemon.stop();
      await daemon.stop();
      assertEquals([paths.daemonJson, paths.endpoint.socket, paths.api].filter(exists), []);
    }
  }));

Deno.test("a human's answer goes from the API to the hook, is recorded, and cannot be given twice", () =>
  serving({}, async (paths) => {
    const hook = await client(paths.endpoint.socket);
    await hook.send(permission("1", "npm test"));
    assertEquals((await hook.next())?.kind, "waiting");
    const [card] = (await view(paths)).cards;
    assert(card);
    const alone = (id: string) => api(paths, `/api/cards/${id}`, { headers: bearer(paths) });
    assertEquals(await (await alone(card.id)).json(), card);
    assertEquals((await alone("c999")).status, 404);
    const body = { decision: "deny", message: "not now", binding: card.binding };
    assertEquals((await answer(paths, card.id, { ...body, binding: "stale" })).status, 409);
    assertEquals((await answer(paths, "c999", body)).status, 404);
    assertEquals(await (await answer(paths, card.id, body)).json(), { outcome: "denied" });
    assertEquals(await hook.next(), { v: 8, id: "1", kind: "decision", decision: "deny", message: "not now" });
    assertEquals(await hook.next(), undefined);
    hook.close();
    assertEquals((await answer(paths, card.id, body)).status, 409);
    assertEquals((await alone(card.id)).status, 404);
    const { rows } = await (await api(paths, "/api/history", { headers: bearer(paths) })).json();
    const end = rows.find((row: { kind: string }) => row.kind === "end");
    assertEquals([end.card, end.end, end.actor], [card.id, "denied", { who: "human", by: "command" }]);
    assertStringIncludes(end.returned, "not now");
    await until(() => (daemonJson(paths).audit as { count: number }).count >= 1, "the count of answers in daemon.json");
  }));

Deno.test("a hook that goes away ends its card and no other", () =>
  serving({}, async (paths) => {
    const [first, second] = [await client(paths.endpoint.socket), await client(paths.endpoint.socket)];
    await first.send(permission("1", "npm test", "s1"));
    await second.send(permission("2", "npm test", "s2"));
    await Promise.all([first.next(), second.next()]);
    first.close();
    const left = await until(async () => {
      const { cards } = await view(paths);
      return cards.length === 1 && cards;
    }, "one card left");
    assertEquals(left.map((card) => card.session), ["claude:s2"]);
    await answer(paths, left[0]?.id ?? "", { decision: "allow", binding: left[0]?.binding });
    assertEquals((await second.next())?.decision, "allow");
    second.close();
  }));

Deno.test("a clean stop ends what waits in silence, as shutdown", () =>
  inPlaces(async (paths) => {
    const daemon = await start(options(paths));
    assert("stop" in daemon);
    const hook = await client(paths.endpoint.socket);
    await hook.send(permission("1", "npm test"));
    assertEquals((await hook.next())?.kind, "waiting");
    await daemon.stop();
    assertEquals(await hook.next(), undefined);
    hook.close();
    const again = await start(options(paths));
    assert("stop" in again);
    const { rows } = await (await api(paths, "/api/history", { headers: bearer(paths) })).json();
    assertEquals(rows.find((row: { kind: string }) => row.kind === "end")?.end, "shutdown");
    await again.stop();
  }));

Deno.test("a card that names us says so: the program, a path of ours, the port", () =>
  serving({ port: 0 }, async (paths, daemon) => {
    const commands = [
      "vults answer c1 allow",
      `cat ${paths.support}/token`,
      `curl 127.0.0.1:${daemon.port}`,
      "ls",
      `echo 1${daemon.port}`,
    ];
    const hooks = await Promise.all(commands.map(async (command, index) => {
      const hook = await client(paths.endpoint.socket);
      await hook.send(permission(`${index}`, command, `s${index}`));
      await hook.next();
      return hook;
    }));
    const named = new Map((await view(paths)).cards.map((card) => [card.input.command, card.namesUs]));
    assertEquals(commands.map((command) => named.get(command)), [true, true, true, false, false]);
    for (const hook of hooks) hook.close();
  }));

Deno.test("a second daemon is refused with the pid of the first, and changes nothing", () =>
  inPlaces(async (paths) => {
    const first = await serveProcess(paths);
    const before = readIfThere(paths.daemonJson);
    const second = await serveProcess(paths);
    const { code, err } = await second.ended();
    assertEquals(code, 1);
    assertStringIncludes(err, `the daemon with pid ${first.pid} holds`);
    // Another socket does not make it another daemon: the support folder is one.
    const elsewhere = {
      ...paths,
      endpoint: { ...paths.endpoint, socket: `${paths.endpoint.socket}2` },
      lock: `${paths.lock}2`,
    };
    assertStringIncludes((await (await serveProcess(elsewhere)).ended()).err, `the daemon with pid ${first.pid} holds`);
    assertEquals(readIfThere(paths.daemonJson), before);
    first.kill("SIGTERM");
    assertEquals((await first.ended()).code, 0);
    assert(!exists(paths.daemonJson));
  }));

Deno.test("a killed daemon starts again: its leftovers are replaced, its open card is disconnected", () =>
  inPlaces(async (paths) => {
    const first = await serveProcess(paths, 0);
    const hook = await client(paths.endpoint.socket);
    await hook.send(permission("1", "npm test"));
    assertEquals((await hook.next())?.kind, "waiting");
    first.kill("SIGKILL");
    await first.ended();
    assertEquals(await hook.next(), undefined);
    hook.close();
    assertEquals(daemonJson(paths).pid, first.pid);
    const second = await start(options(paths));
    assert("stop" in second, "refused" in second ? second.refused : "");
    assertEquals(daemonJson(paths).pid, Deno.pid);
    const { cards, sessions } = await view(paths);
    assertEquals([cards, sessions.map((session) => session.id)], [[], ["claude:s1"]]);
    const { rows } = await (await api(paths, "/api/history", { headers: bearer(paths) })).json();
    assertEquals(rows.find((row: { kind: string }) => row.kind === "end")?.end, "disconnected");
    await second.stop();
  }));

Deno.test("a port that is taken is replaced by a free one, said in daemon.json and in the notes", () =>
  inPlaces(async (paths) => {
    using other = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const daemon = await start(options(paths, { port: other.addr.port }));
    assert("stop" in daemon);
    assertNotEquals(daemon.port, other.addr.port);
    assertEquals(daemonJson(paths).port, daemon.port);
    assertEquals(daemon.notes, [`Port ${other.addr.port} is taken: listening on ${daemon.port}`]);
    assertEquals(Object.values((await view(paths)).health.notes), daemon.notes);
    await daemon.stop();
  }));

Deno.test("without HTTP the port is null and both sockets serve", () =>
  serving({ port: null }, async (paths, daemon) => {
    assertEquals([daemon.port, daemonJson(paths).port], [null, null]);
    assertEquals((await view(paths)).cards, []);
    const hook = await client(paths.endpoint.socket);
    await hook.send(event("1", "Stop", {}));
    assertEquals(await hook.next(), undefined);
    hook.close();
  }));

Deno.test("both hook sockets are served, and a hostile second one costs only itself", () =>
  inPlaces(async (paths, root) => {
    const alsoListen = { socket: `${root}/also/vults.sock`, dedicated: true };
    const daemon = await start(options({ ...paths, alsoListen }));
    assert("stop" in daemon);
    assertEquals(daemon.notes, []);
    for (const [index, { socket }] of [paths.endpoint, alsoListen].entries()) {
      const hook = await client(socket);
      await hook.send(event("1", "UserPromptSubmit", { session_id: `s${index}`, prompt: "x" }));
      assertEquals(await hook.next(), undefined);
      hook.close();
    }
    assertEquals((await view(paths)).sessions.length, 2);
    await daemon.stop();
    assert(!exists(alsoListen.socket));
    Deno.chmodSync(`${root}/also`, 0o777);
    const without = await start(options({ ...paths, alsoListen }));
    assert("stop" in without);
    assertMatch(without.notes[0] ?? "", /mode 0777 lets others in.*XDG_RUNTIME_DIR/);
    await without.stop();
  }));

Deno.test("bad places are refused by name with the mend, and nothing of ours stays behind", () =>
  inPlaces(async (paths, root) => {
    Deno.mkdirSync(`${root}/run`, { mode: 0o700 });
    const refuses = async (text: string) => {
      assertStringIncludes(await refusal(options(paths)), text);
      assert(!exists(paths.daemonJson) && !exists(paths.api));
    };
    Deno.chmodSync(`${root}/run`, 0o755);
    await refuses(`mode 0755 lets others in (mend it with: chmod 700 ${root}/run)`);
    Deno.chmodSync(`${root}/run`, 0o700);
    Deno.writeTextFileSync(paths.endpoint.socket, "");
    await refuses(`"${paths.endpoint.socket}": something else is there`);
    Deno.removeSync(paths.endpoint.socket);
    Deno.symlinkSync(`${root}/nowhere`, paths.endpoint.socket);
    await refuses(`"${paths.endpoint.socket}": something else is there`);
    Deno.removeSync(paths.endpoint.socket);
    const other = Deno.listen({ transport: "unix", path: paths.endpoint.socket });
    await refuses("another program is listening there");
    other.close();
    Deno.chmodSync(paths.support, 0o750);
    await refuses(`mode 0750 lets others in (mend it with: chmod 700 ${paths.support})`);
    Deno.chmodSync(paths.support, 0o700);
    Deno.renameSync(paths.support, `${root}/real`);
    Deno.symlinkSync(`${root}/real`, paths.support);
    await refuses("it is a link");
    Deno.removeSync(paths.support);
    // Every lock was given back.
    const daemon = await start(options(paths));
    assert("stop" in daemon);
    await daemon.stop();
  }));

Deno.test({
  name: "a demo refuses the default support folder, however it is spelled (Linux's is tested)",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inPlaces(async (paths, root) => {
      const env = (name: string) => ({ HOME: root, XDG_DATA_HOME: `${root}/data` })[name];
      Deno.mkdirSync(`${root}/data`);
      Deno.symlinkSync(`${root}/data`, `${root}/link`);
      const refuses = async (spelled: string) => {
        const at = { ...paths, support: `${root}/${spelled}` };
        assertStringIncludes(await refusal(options(at, { env })), `Cannot start a demo on "${at.support}"`);
      };
      const all = ["data/vults", "data//vults", "data/./vults", "data/x/../vults", "link/vults", "data/vults/"];
      for (const spelled of all) await refuses(spelled);
      assert(!exists(`${root}/data/vults`));
      Deno.mkdirSync(`${root}/data/vults`, { mode: 0o700 });
      for (const spelled of all) await refuses(spelled);
      assertEquals([...Deno.readDirSync(`${root}/data/vults`)], []);
    }),
});

Deno.test({
  name: "a demo refuses the sockets where hooks look by themselves (Linux's are tested)",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inPlaces(async (paths, root) => {
      Deno.mkdirSync(`${root}/session`, { mode: 0o700 });
      Deno.symlinkSync(`${root}/session`, `${root}/link`);
      const env = (name: string) => ({ XDG_RUNTIME_DIR: `${root}/session`, VULTS_SOCKET: "/elsewhere.sock" })[name];
      const uid = Deno.uid();
      for (
        const socket of [`${root}/session/vults.sock`, `${root}/link//vults.sock`, `/tmp/./vults-${uid}/vults.sock`]
      ) {
        const at = { ...paths, endpoint: { ...paths.endpoint, socket } };
        assertStringIncludes(await refusal(options(at, { env })), `Cannot start a demo on "${socket}"`);
      }
      assert(!exists(paths.support));
    }),
});

Deno.test("where daemon.json cannot be written the doors serve all the same, and a note says so", () =>
  inPlaces(async (paths, root) => {
    const logged: string[] = [];
    const at = { ...paths, daemonJson: `${root}/nowhere/daemon.json` };
    const daemon = await start(options(at, { log: (text) => logged.push(text) }));
    assert("stop" in daemon, "refused" in daemon ? daemon.refused : "");
    const { notes } = (await view(paths)).health;
    assertStringIncludes(notes["daemon.json"] ?? "", `Cannot write "${at.daemonJson}"`);
    assertEquals(logged, [notes["daemon.json"]]);
    const hook = await client(paths.endpoint.socket);
    await hook.send(permission("1", "npm test"));
    assertEquals((await hook.next())?.kind, "waiting");
    Deno.mkdirSync(`${root}/nowhere`);
    await until(() => exists(at.daemonJson), "daemon.json, once it can be written");
    assertEquals((await view(paths)).health.notes["daemon.json"], undefined);
    await daemon.stop();
    hook.close();
    assert(!exists(at.daemonJson));
  }));

Deno.test("a stranger who uses up our file descriptors stops nothing for good", () =>
  inPlaces(async (paths) => {
    const daemon = await serveProcess(paths, 0, 128);
    try {
      const { port } = daemonJson(paths) as { port: number };
      const asked = await client(paths.endpoint.socket);
      await asked.send(permission("1", "npm test"));
      assertEquals((await asked.next())?.kind, "waiting");
      const idle: Deno.Conn[] = [];
      for (let index = 0; index < 200; index += 1) {
        // Refused in the moment in which the server is opened again.
        const conn = await Deno.connect({ hostname: "127.0.0.1", port }).catch(() => undefined);
        if (conn !== undefined) idle.push(conn);
      }
      assert(idle.length > 100);
      await new Promise((pause) => setTimeout(pause, 500));
      for (const conn of idle) conn.close();
      const health = async () => (await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined));
      const served = await until(health, "the port");
      assertEquals(served.status, 401);
      await served.body?.cancel();
      const cards = await until(() => view(paths).then(({ cards }) => cards).catch(() => undefined), "the API socket");
      await answer(paths, cards[0]?.id ?? "", { decision: "allow", binding: cards[0]?.binding });
      assertEquals((await asked.next())?.decision, "allow");
      asked.close();
    } finally {
      daemon.kill("SIGTERM");
    }
    const { code, err } = await daemon.ended();
    assertEquals(code, 0);
    assertStringIncludes(err, "Too many open files");
    assert(!exists(paths.daemonJson) && !exists(paths.api));
  }));

Deno.test({
  name: "at the end only our own socket is removed",
  // A listener whose path is somebody else's by then stays open until the process ends.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inPlaces(async (paths) => {
      const daemon = await start(options(paths));
      assert("stop" in daemon);
      for (const path of [paths.endpoint.socket, paths.api]) {
        Deno.removeSync(path);
        Deno.writeTextFileSync(path, "theirs");
      }
      await daemon.stop();
      assertEquals([paths.endpoint.socket, paths.api].map(readIfThere), ["theirs", "theirs"]);
    }),
});
