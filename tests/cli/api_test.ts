import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Home, home, type Ran, vults } from "../support/vults.ts";

/** What the stand-in daemon was sent, and the reply it gives to every request. */
type Standin = { readonly heads: string[]; close(): Promise<void> };

/** A listener where the API socket is; `reply` is the whole HTTP response. */
function standin(at: Home, reply: string): Standin {
  const listener = Deno.listen({ transport: "unix", path: `${at.folder}/run/vults-api.sock` });
  const heads: string[] = [];
  const served = serveAll(listener, heads, reply);
  return { heads, close: () => (listener.close(), served) };
}

async function serveAll(listener: Deno.UnixListener, heads: string[], reply: string): Promise<void> {
  for await (const conn of listener) {
    const bytes = new Uint8Array(65_536);
    const read = await conn.read(bytes) ?? 0;
    heads.push(new TextDecoder().decode(bytes.subarray(0, read)));
    await conn.write(new TextEncoder().encode(reply));
    conn.close();
  }
}

function response(status: string, body: string): string {
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

async function inHome(test: (at: Home, run: (...args: string[]) => Promise<Ran>) => Promise<void>): Promise<void> {
  const at = await home();
  try {
    await Deno.mkdir(`${at.folder}/run`, { mode: 0o700 });
    await Deno.mkdir(at.support, { mode: 0o700 });
    await Deno.writeTextFile(`${at.support}/token`, "ab".repeat(32) + "\n", { mode: 0o600 });
    await test(at, (...args) => vults(args, at.env));
  } finally {
    await at.remove();
  }
}

const EVERY = [["sessions"], ["cards"], ["answer", "c1", "allow"], ["log"]];

Deno.test("without a daemon every command says so in one line, with the mend, and fails", () =>
  inHome(async (at, run) => {
    const said = { code: 1, stdout: "", stderr: "No daemon is running. Start it with: vults serve\n" };
    for (const args of EVERY) assertEquals(await run(...args), said);
    // A socket that a killed daemon left.
    const left = Deno.listen({ transport: "unix", path: `${at.folder}/kept.sock` });
    await Deno.link(`${at.folder}/kept.sock`, `${at.folder}/run/vults-api.sock`);
    left.close();
    for (const args of EVERY) assertEquals(await run(...args), said);
  }));

Deno.test("a socket that is not provably ours is sent nothing, and the line says what to mend", () =>
  inHome(async (at, run) => {
    const daemon = standin(at, response("200 OK", "{}"));
    await Deno.chmod(`${at.folder}/run`, 0o755);
    for (const args of EVERY) {
      const { code, stdout, stderr } = await run(...args);
      assertEquals([code, stdout], [1, ""]);
      assertMatch(stderr, /^Cannot use the folder .*mode 0755.*chmod 700.*\n$/);
    }
    assertEquals(daemon.heads, []);
    await daemon.close();
  }));

Deno.test("a file in the socket's place, or another user's folder, is refused", () =>
  inHome(async (at, run) => {
    await Deno.writeTextFile(`${at.folder}/run/vults-api.sock`, "");
    assertMatch((await run("cards")).stderr, /^Cannot use .*not a socket/);
    if (Deno.uid() !== 0) return; // only root can give a folder away
    await Deno.remove(`${at.folder}/run/vults-api.sock`);
    const daemon = standin(at, response("200 OK", "{}"));
    await Deno.chown(`${at.folder}/run`, 65534, 65534);
    assertMatch((await run("cards")).stderr, /^Cannot use the folder .*another user/);
    assertEquals(daemon.heads, []);
    await daemon.close();
  }));

Deno.test("under XDG_RUNTIME_DIR the socket itself must be ours alone", () =>
  inHome(async (at) => {
    const { VULTS_SOCKET: _, ...env } = at.env;
    const session = { ...env, XDG_RUNTIME_DIR: `${at.folder}/run` };
    const daemon = standin(at, response("200 OK", "{}"));
    await Deno.chmod(`${at.folder}/run/vults-api.sock`, 0o666);
    assertMatch((await vults(["cards"], session)).stderr, /^Cannot use .*vults-api.sock".*mode 0666/);
    assertEquals(daemon.heads, []);
    await Deno.chmod(`${at.folder}/run/vults-api.sock`, 0o600);
    await vults(["cards"], session);
    assertEquals(daemon.heads.length, 1);
    await daemon.close();
  }));

Deno.test("a request carries the token and the command's pid, to localhost", () =>
  inHome(async (at, run) => {
    const daemon = standin(at, response("200 OK", "{}"));
    await run("cards");
    const [head = ""] = daemon.heads;
    assertMatch(head, /^GET (http:\/\/localhost)?\/api\/view HTTP\/1.1\r\n/);
    assertMatch(head, /\r\nhost: localhost\r\n/i);
    assertMatch(head, new RegExp(`\r\nauthorization: Bearer ${"ab".repeat(32)}\r\n`, "i"));
    assertMatch(head, /\r\nx-vults-caller: [1-9]\d*\r\n/i);
    await daemon.close();
  }));

Deno.test("what the daemon refuses is said in its words; what is no answer of ours, with its status", () =>
  inHome(async (at, run) => {
    const refusal = JSON.stringify({
      error: { code: "wrong-token", message: "Refused: the token does not open this" },
    });
    const rows: [string, string][] = [
      [response("401 Unauthorized", refusal), "Cannot read the view: Refused: the token does not open this\n"],
      [response("500 Internal Server Error", "<html>"), "Cannot read the view: the daemon answered 500\n"],
      [response("200 OK", '"ok"'), "Cannot read the view: the daemon answered 200\n"],
    ];
    for (const [reply, stderr] of rows) {
      const daemon = standin(at, reply);
      assertEquals(await run("cards"), { code: 1, stdout: "", stderr });
      await daemon.close();
    }
  }));

Deno.test("a daemon that hangs up is told from none", () =>
  inHome(async (at, run) => {
    const daemon = standin(at, "");
    const { code, stdout, stderr } = await run("cards");
    assertEquals([code, stdout], [1, ""]);
    assertMatch(stderr, /^Cannot reach the daemon: .*\n$/);
    await daemon.close();
  }));

Deno.test("a missing token is said, not sent", () =>
  inHome(async (at, run) => {
    await Deno.remove(`${at.support}/token`);
    const daemon = standin(at, response("200 OK", "{}"));
    const { code, stderr } = await run("cards");
    assertEquals(code, 1);
    assertStringIncludes(stderr, "Cannot read the token");
    assertEquals(daemon.heads, []);
    await daemon.close();
  }));

Deno.test("an agent's shell may not answer, whichever variable marks it, and the daemon is not even asked", () =>
  inHome(async (at) => {
    const daemon = standin(at, response("200 OK", "{}"));
    for (
      const mark of ["CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "GROK_HOOK_EVENT", "QWEN_CODE_SESSION_ID", "COPILOT_CLI"]
    ) {
      const { code, stdout, stderr } = await vults(["answer", "c1", "allow"], { ...at.env, [mark]: "1" });
      assertEquals([code, stdout], [1, ""]);
      assertMatch(
        stderr,
        new RegExp(`^c1 not answered: \\w+ runs this shell \\(${mark}\\), and only you may answer.*\n$`),
      );
    }
    assertEquals(daemon.heads, []);
    assert((await vults(["cards"], { ...at.env, CLAUDECODE: "1" })).code === 1); // looking is not answering
    assertEquals(daemon.heads.length, 1);
    await daemon.close();
  }));

Deno.test("an answer asks for its own card and no other", () =>
  inHome(async (at, run) => {
    const daemon = standin(at, response("200 OK", '{"binding":"b1","tool":"Bash","target":"ls","input":{}}'));
    await run("answer", "c1", "deny");
    const asked = daemon.heads.map((head) => head.split(" HTTP/")[0]?.replace("http://localhost", ""));
    assertEquals(asked, ["GET /api/cards/c1", "POST /api/cards/c1"]);
    assertStringIncludes(daemon.heads[1] ?? "", '"binding":"b1"');
    await daemon.close();
  }));
