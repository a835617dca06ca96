// The two HTTP doors over real sockets: every route with every credential at either door, and each check in its order
// (daemon.md sections 1 to 3, 16).

import { assert, assertEquals } from "@std/assert";
import { admitter } from "../../../src/daemon/admit.ts";
import { DOOR_LIMITS, type DoorLimits } from "../../../src/daemon/door_limits.ts";
import { apiApp, type HttpParts, tcpApp } from "../../../src/daemon/http/app.ts";
import { serveApi, serveTcp } from "../../../src/daemon/http/serve_http.ts";
import { places } from "../../../src/daemon/places.ts";
import type { Answered, AnswerOutcome, Input } from "../../../src/domain/input.ts";
import { initial } from "../../../src/core/state.ts";
import { checkup } from "../../../src/core/checkup.ts";
import { view } from "../../../src/core/view.ts";
import { LINE_BYTES } from "../../../src/wire/limits.ts";
import { api, memoryStore, tempPlaces } from "../../support/daemon.ts";

const TOKENS = { api: "a".repeat(64), hook: "b".repeat(64) };

type World = {
  readonly port: number;
  readonly inputs: Input[];
  readonly answers: Omit<Answered, "is" | "call">[];
  tcp(path: string, init?: RequestInit): Promise<Response>;
  socket(path: string, init?: RequestInit): Promise<Response>;
};

async function serving(
  work: (world: World) => Promise<void>,
  change: { limits?: Partial<DoorLimits>; demo?: boolean; flushed?: () => Promise<void>; outcome?: AnswerOutcome } = {},
): Promise<void> {
  const at = tempPlaces();
  Deno.mkdirSync(`${at.root}/run`, { mode: 0o700 });
  const limits = { ...DOOR_LIMITS, ...change.limits };
  const inputs: Input[] = [];
  const answers: Omit<Answered, "is" | "call">[] = [];
  const parts: HttpParts = {
    tokens: TOKENS,
    demo: change.demo ?? true,
    dispatch: (input) => void inputs.push(input),
    admit: admitter("00", () => false),
    flushed: change.flushed ?? (() => Promise.resolve()),
    reading: places(limits.reading),
    working: places(limits.working),
    limits,
    store: memoryStore(),
    loop: {
      view: () => view(initial({ demo: true })),
      checkup: () => checkup(initial({ demo: true }), 0),
      answer(answered) {
        answers.push(answered);
        return change.outcome ?? { status: 200, outcome: "allowed" };
      },
    },
    log: (text) => {
      throw new Error(text);
    },
  };
  let port = 0;
  const server = serveTcp(tcpApp(parts, () => port), 0, parts.log);
  port = server.port;
  const apiServer = await serveApi(apiApp(parts), at.paths.api, parts.log);
  assert("stop" in apiServer);
  try {
    await work({
      port,
      inputs,
      answers,
      tcp: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
      socket: (path, init) => api(at.paths, path, init),
    });
  } finally {
    await Promise.all([server.stop(), apiServer.stop()]);
    at.remove();
  }
}

function post(body: BodyInit, headers: Record<string, string> = {}): RequestInit {
  return { method: "POST", body, headers };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const STOP = JSON.stringify({ hook_event_name: "Stop", session_id: "s1" });
const REPORT = JSON.stringify({ findings: [] });
const ALLOW = JSON.stringify({ decision: "allow", binding: "x" });

const CREDENTIALS: Readonly<Record<string, { headers?: Record<string, string>; query?: string }>> = {
  none: {},
  wrong: { headers: bearer("c".repeat(64)) },
  "wrong, in the query": { query: `token=${"c".repeat(64)}` },
  hook: { headers: bearer(TOKENS.hook) },
  "hook, in the query": { query: `token=${TOKENS.hook}` },
  "hook, as a cookie": { headers: { cookie: `token=${TOKENS.hook}` } },
  api: { headers: bearer(TOKENS.api) },
  "api, in the query": { query: `token=${TOKENS.api}` },
  "api, as a cookie": { headers: { cookie: `token=${TOKENS.api}` } },
};

/** Which credentials open a route at a door, with what it answers then; all others get `else`. */
const DOORS = [
  { door: "tcp", method: "POST", path: "/hook", body: STOP, opens: ["hook", "hook, in the query"], ok: 200, else: 401 },
  { door: "tcp", method: "GET", path: "/health", opens: [], ok: 200, else: 401 },
  { door: "tcp", method: "GET", path: "/api/view", opens: [], ok: 200, else: 401 },
  { door: "tcp", method: "GET", path: "/api/history", opens: [], ok: 200, else: 401 },
  { door: "tcp", method: "GET", path: "/api/doctor", opens: [], ok: 200, else: 401 },
  { door: "tcp", method: "POST", path: "/api/doctor", body: REPORT, opens: [], ok: 200, else: 401 },
  { door: "tcp", method: "GET", path: "/api/cards/c1", opens: [], ok: 200, else: 401 },
  { door: "tcp", method: "POST", path: "/api/cards/c1", body: ALLOW, opens: [], ok: 200, else: 401 },
  { door: "tcp", method: "GET", path: "/", opens: [], ok: 200, else: 404 },
  { door: "tcp", method: "GET", path: "/api/nothing", opens: [], ok: 200, else: 404 },
  { door: "tcp", method: "GET", path: "/hook", opens: [], ok: 200, else: 405 },
  { door: "tcp", method: "OPTIONS", path: "/hook", opens: [], ok: 200, else: 405 },
  { door: "tcp", method: "OPTIONS", path: "/api/view", opens: [], ok: 200, else: 405 },
  { door: "socket", method: "POST", path: "/hook", body: STOP, opens: [], ok: 200, else: 404 },
  { door: "socket", method: "GET", path: "/health", opens: ["api"], ok: 200, else: 401 },
  { door: "socket", method: "GET", path: "/api/view", opens: ["api"], ok: 200, else: 401 },
  { door: "socket", method: "GET", path: "/api/history", opens: ["api"], ok: 200, else: 401 },
  { door: "socket", method: "GET", path: "/api/doctor", opens: ["api"], ok: 200, else: 401 },
  { door: "socket", method: "POST", path: "/api/doctor", body: REPORT, opens: ["api"], ok: 200, else: 401 },
  { door: "socket", method: "GET", path: "/api/cards/c1", opens: ["api"], ok: 404, else: 401 },
  { door: "socket", method: "POST", path: "/api/cards/c1", body: ALLOW, opens: ["api"], ok: 200, else: 401 },
  { door: "socket", method: "PUT", path: "/api/view", body: "{}", opens: [], ok: 200, else: 405 },
  { door: "socket", method: "GET", path: "/", opens: [], ok: 200, else: 404 },
] as const;

Deno.test("every route opens with its own credential at its own door, and with no other", () =>
  serving(async (world) => {
    for (const row of DOORS) {
      for (const [name, { headers, query }] of Object.entries(CREDENTIALS)) {
        const body = "body" in row ? { body: row.body } : {};
        const type = row.path === "/hook" ? {} : { "content-type": "application/json" };
        const path = query === undefined ? row.path : `${row.path}?${query}`;
        const init = { method: row.method, headers: { ...type, ...headers }, ...body };
        const response = await (row.door === "tcp" ? world.tcp(path, init) : world.socket(path, init));
        await response.body?.cancel();
        const opened = (row.opens as readonly string[]).includes(name);
        assertEquals(response.status, opened ? row.ok : row.else, `${row.door} ${row.method} ${row.path} with ${name}`);
      }
    }
  }));

Deno.test("every answer carries the standard headers and no leave for other origins", () =>
  serving(async ({ tcp, socket }) => {
    const responses = [
      await tcp("/hook", post(STOP, bearer(TOKENS.hook))),
      await tcp("/hook", post(STOP)),
      await tcp("/nothing"),
      await tcp("/hook", { method: "OPTIONS", headers: { origin: "https://evil.example" } }),
      await socket("/health", { headers: bearer(TOKENS.api) }),
      await socket("/api/view", { headers: bearer(TOKENS.api) }),
      await socket("/api/view"),
    ];
    for (const response of responses) {
      await response.body?.cancel();
      assertEquals(
        ["cache-control", "x-content-type-options", "referrer-policy", "cross-origin-resource-policy"].map((name) =>
          response.headers.get(name)
        ),
        ["no-store", "nosniff", "no-referrer", "same-origin"],
      );
      assertEquals([...response.headers.keys()].filter((name) => name.startsWith("access-control")), []);
    }
  }));

/** The status line for a request as bytes: `fetch` lets one choose neither a Host nor half a body. */
async function raw(port: number, text: string): Promise<string> {
  using conn = await Deno.connect({ hostname: "127.0.0.1", port });
  await conn.write(new TextEncoder().encode(text));
  const chunk = new Uint8Array(4_096);
  const count = await conn.read(chunk);
  return new TextDecoder().decode(chunk.subarray(0, count ?? 0)).split("\r\n")[0] ?? "";
}

Deno.test("a foreign or missing Host is refused before anything else, on every path", () =>
  serving(async ({ port, inputs }) => {
    for (const path of ["/hook", "/health", "/api/view", "/", "/nothing"]) {
      for (const host of ["Host: evil.example:9876\r\n", "Host: localhost\r\n", `Host: 127.0.0.1:${port + 1}\r\n`]) {
        const line = await raw(port, `GET ${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
        assertEquals(line, "HTTP/1.1 403 Forbidden", `${path} ${host}`);
      }
    }
    assertEquals(await raw(port, "GET / HTTP/1.0\r\n\r\n"), "HTTP/1.0 403 Forbidden");
    assert(inputs.every((input) => input.is === "counted" && input.what === "host"));
  }));

Deno.test("any Origin is refused on the hook route and on the API socket, a right token with it", () =>
  serving(async ({ tcp, socket, port, inputs }) => {
    for (const origin of ["null", "https://evil.example", `http://127.0.0.1:${port}`]) {
      assertEquals((await tcp("/hook", post(STOP, { ...bearer(TOKENS.hook), origin }))).status, 403, origin);
      assertEquals((await socket("/api/view", { headers: { ...bearer(TOKENS.api), origin } })).status, 403, origin);
    }
    assertEquals(inputs.map((input) => input.is === "counted" && input.what), ["origin", "origin", "origin"]);
  }));

Deno.test("errors of the hook route have no bytes, errors of the API name code and message", () =>
  serving(async ({ tcp, socket }) => {
    for (
      const init of [
        post(STOP),
        { method: "GET" },
        post(STOP, { ...bearer(TOKENS.hook), origin: "null" }),
        post("x".repeat(LINE_BYTES + 1), bearer(TOKENS.hook)),
      ]
    ) {
      const response = await tcp("/hook", init);
      assert(response.status >= 400);
      assertEquals((await response.arrayBuffer()).byteLength, 0);
    }
    const response = await socket("/api/cards/c1", { method: "POST", headers: bearer(TOKENS.api), body: ALLOW });
    assertEquals(response.status, 415);
    const { error } = await response.json();
    assertEquals([error.code, typeof error.message], ["content-type", "string"]);
  }));

Deno.test("an event becomes the same wire event as at the socket, without waiting, with its terminal", () =>
  serving(async ({ tcp, inputs }) => {
    const payload = {
      hook_event_name: "PermissionRequest",
      session_id: "s1",
      tool_name: "Bash",
      tool_input: { command: "ls" },
    };
    const response = await tcp(
      "/hook?agent=claude-code",
      post(JSON.stringify(payload), { ...bearer(TOKENS.hook), "x-vults-terminal": "TERM_PROGRAM=kitty\tpid=4711" }),
    );
    assertEquals([response.status, await response.text()], [200, ""]);
    const [input] = inputs;
    assert(input?.is === "waits");
    assertEquals([input.from.session, input.from.door, input.from.pid], ["claude:s1", "http:claude", 4711]);
    assertEquals([input.request, input.seal, input.offer], [undefined, undefined, undefined]);
  }));

Deno.test("the query names agent and event where the payload does not", () =>
  serving(async ({ tcp, inputs }) => {
    const send = async (query: string, payload: unknown) => {
      const response = await tcp(`/hook?${query}`, post(JSON.stringify(payload), bearer(TOKENS.hook)));
      assertEquals([response.status, await response.text()], [200, ""]);
    };
    await send("agent=gemini&event=Stop", { conversationId: "c", fullyIdle: true });
    await send("agent=AIDER", { event: "Stop", session_id: "s" });
    await send("event=Stop", { hook_event_name: "SessionEnd", session_id: "s" });
    assertEquals(inputs.map((input) => [input.is, "from" in input && input.from.session]), [
      ["stopped", "antigravity:c"],
      ["stopped", "aider:s"],
      ["ended", "claude:s"],
    ]);
  }));

Deno.test("what is ignored or cannot be read is 200 without a byte, and counted", () =>
  serving(async ({ tcp, inputs }) => {
    for (const body of ["not json", "[]", "null", "{}", '{"hook_event_name":"Stop"}', "\xff", "", "\ufeff{}"]) {
      const response = await tcp("/hook?agent=codex", post(body, bearer(TOKENS.hook)));
      assertEquals([response.status, await response.text()], [200, ""], body);
    }
    assertEquals(new Set(inputs.map((input) => JSON.stringify(input))).size, 1);
    assertEquals(inputs[0], { is: "counted", what: "undecodable", agent: "codex" });
  }));

Deno.test("a body of exactly 1 MiB is taken; one byte more is 413 by its length and while it is read", () =>
  serving(async ({ tcp, inputs }) => {
    const padded = (bytes: number) => {
      const empty = JSON.stringify({ hook_event_name: "Stop", session_id: "s", pad: "" }).length;
      return JSON.stringify({ hook_event_name: "Stop", session_id: "s", pad: "x".repeat(bytes - empty) });
    };
    const chunked = (text: string) => new Blob([text]).stream();
    const status = async (body: BodyInit) => {
      const response = await tcp("/hook", post(body, bearer(TOKENS.hook)));
      assertEquals(await response.text(), "");
      return response.status;
    };
    assertEquals([await status(padded(LINE_BYTES)), await status(chunked(padded(LINE_BYTES)))], [200, 200]);
    assertEquals([await status(padded(LINE_BYTES + 1)), await status(chunked(padded(LINE_BYTES + 1)))], [413, 413]);
    assertEquals(inputs.map((input) => input.is), ["stopped", "stopped", "counted", "counted"]);
  }));

Deno.test("a body that does not come in time is 408, and the token is asked before it", () =>
  serving(async ({ port, inputs }) => {
    const head = (token: string) =>
      `POST /hook HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n` +
      'Content-Length: 100\r\n\r\n{"half":';
    assertEquals(await raw(port, head(TOKENS.hook)), "HTTP/1.1 408 Request Timeout");
    assertEquals(await raw(port, head("wrong")), "HTTP/1.1 401 Unauthorized");
    assertEquals(inputs.map((input) => input.is === "counted" && input.what), ["too-slow", "wrong-token"]);
  }, { limits: { transferMs: 100 } }));

Deno.test("the answer to an event comes after its row is on disk", () => {
  let written: () => void = () => {};
  const disk = new Promise<void>((done) => written = done);
  return serving(async ({ tcp }) => {
    let answered = false;
    const response = tcp("/hook", post(STOP, bearer(TOKENS.hook))).then((done) => (answered = true, done));
    await new Promise((pause) => setTimeout(pause, 100));
    assertEquals(answered, false);
    written();
    assertEquals((await response).status, 200);
    await (await response).body?.cancel();
  }, { flushed: () => disk });
});

Deno.test("an event for which no place is free is 503 and counted", () => {
  let written: () => void = () => {};
  const disk = new Promise<void>((done) => written = done);
  return serving(async ({ tcp, inputs }) => {
    const first = tcp("/hook", post(STOP, bearer(TOKENS.hook)));
    const second = await tcp("/hook", post(STOP, bearer(TOKENS.hook)));
    assertEquals([second.status, await second.text()], [503, ""]);
    written();
    assertEquals((await first).status, 200);
    await (await first).body?.cancel();
    assertEquals(inputs.map((input) => input.is), ["stopped", "counted"]);
  }, { flushed: () => disk, limits: { working: 1, ackMs: 100 } });
});

Deno.test("names that strangers make up are counted together", () =>
  serving(async ({ tcp, inputs }) => {
    for (const agent of ["made-up-1", "made-up-2", "cursor-agent", ""]) {
      await (await tcp(`/hook?agent=${agent}`, post(STOP))).body?.cancel();
    }
    assertEquals(
      inputs,
      ["other", "other", "cursor", "claude"].map((agent) => ({ is: "counted", what: "no-token", agent })),
    );
  }));

function answer(body: unknown, headers: Record<string, string> = {}): RequestInit {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return post(text, { "content-type": "application/json", ...bearer(TOKENS.api), ...headers });
}

Deno.test("an answer reaches the core as it was said, and its outcome comes back", () =>
  serving(async ({ socket, answers }) => {
    const body = { decision: "deny", message: "no", binding: "b1", requestId: "r1" };
    const response = await socket("/api/cards/c7", answer(body));
    assertEquals([response.status, await response.json()], [200, { outcome: "allowed" }]);
    assertEquals(answers, [
      { card: "c7", by: "command", words: { decision: "deny", message: "no" }, binding: "b1", requestId: "r1" },
    ]);
  }));

Deno.test("what the core refuses comes back with its status, code and words", async () => {
  for (const status of [404, 409, 422] as const) {
    await serving(async ({ socket }) => {
      const response = await socket("/api/cards/c7", answer({ handBack: true, binding: "b1" }));
      assertEquals([response.status, await response.json()], [status, { error: { code: "why", message: "words" } }]);
    }, { outcome: { status, code: "why", message: "words" } });
  }
});

Deno.test("a body that does not fit is 400, over the cap 413, and no card hears of it", () =>
  serving(async ({ socket, answers }) => {
    const bad = await socket("/api/cards/c1", answer({ decision: "perhaps", binding: "b" }));
    assertEquals([bad.status, (await bad.json()).error.field], [400, "decision"]);
    const big = await socket("/api/cards/c1", answer({ decision: "deny", message: "x".repeat(65_536), binding: "b" }));
    assertEquals([big.status, (await big.json()).error.code], [413, "too-big"]);
    assertEquals(answers, []);
  }));

Deno.test("whoever does not name its process, or names none that runs, may not answer", () =>
  serving(async ({ socket, answers }) => {
    for (const pid of [undefined, "", "0", "-1", "x", "4194999"]) {
      const headers: Record<string, string> = pid === undefined ? {} : { "x-vults-caller": pid };
      const response = await socket("/api/cards/c1", answer({ decision: "allow", binding: "b" }, headers));
      assertEquals([response.status, (await response.json()).error.code], [403, "unknown-caller"], pid);
    }
    assertEquals(answers, []);
  }, { demo: false }));

Deno.test("history takes its query and refuses what it does not know", () =>
  serving(async ({ socket }) => {
    const get = (query: string) => socket(`/api/history${query}`, { headers: bearer(TOKENS.api) });
    for (const query of ["", "?limit=1", "?limit=200&since=1&before=5&q=x&agent=claude&project=app"]) {
      const response = await get(query);
      assertEquals([response.status, await response.json()], [200, { rows: [], next: null }], query);
    }
    for (const query of ["?limit=201", "?limit=0", "?limit=x", "?since=-1", "?nothing=1", "?q="]) {
      assertEquals((await get(query)).status, 400, query);
    }
  }));

Deno.test("the report of doctor is taken whole or refused, at the API socket alone", () =>
  serving(async ({ tcp, socket, inputs }) => {
    const finding = { agent: "claude", check: "chain", level: "ok", says: "reaches the daemon" } as const;
    const send = (body: unknown) => socket("/api/doctor", answer(body));
    assertEquals([(await send({ findings: [finding] })).status, inputs], [200, [{
      is: "reported",
      findings: [finding],
    }]]);
    for (
      const odd of [[], {}, { findings: [{ ...finding, level: "fine" }] }, { findings: [], more: 1 }, {
        findings: [{ ...finding, says: "x".repeat(5_000) }],
      }]
    ) {
      assertEquals((await send(odd)).status, 400, JSON.stringify(odd).slice(0, 80));
    }
    assertEquals((await send({ findings: Array(2_000).fill(finding) })).status, 413);
    assertEquals(await (await socket("/api/doctor", { headers: bearer(TOKENS.api) })).json(), {
      counts: [],
      probes: [],
      report: null,
    });
    assertEquals((await tcp("/api/doctor", { headers: bearer(TOKENS.api) })).status, 401);
    assertEquals(inputs.length, 1);
  }));
