import { assertEquals, assertMatch } from "@std/assert";
import { codexHooks } from "../../src/cli/codex_hooks.ts";
import type { JsonObject } from "../../src/domain/json.ts";

const LIST = { data: [{ cwd: "/home/me", hooks: [{ key: "k", enabled: true, trustStatus: "trusted" }] }] };

/** A server in Codex's place: what it sends back for each message. */
async function withServer(
  answer: (message: JsonObject) => readonly (JsonObject | string)[] | "close",
  test: (path: string, heard: readonly JsonObject[]) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "vults codex " });
  const heard: JsonObject[] = [];
  const server = Deno.serve({ path: `${folder}/app.sock`, onListen() {} }, (request) => {
    const { socket, response } = Deno.upgradeWebSocket(request);
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      heard.push(message);
      const said = answer(message);
      if (said === "close") return socket.close();
      for (const each of said) socket.send(typeof each === "string" ? each : JSON.stringify(each));
    };
    return response;
  });
  try {
    await test(`${folder}/app.sock`, heard);
  } finally {
    await server.shutdown();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a running Codex is greeted, and asked for its hooks alone; its notices are passed over", () =>
  withServer(
    ({ id }) =>
      id === 1
        ? ["no json", { method: "configWarning" }, { id: 1, result: {} }]
        : id === 2
        ? [{ id: 2, result: LIST }]
        : [],
    async (path, heard) => {
      assertEquals(await codexHooks(path), { list: LIST });
      assertEquals(heard.map(({ method }) => method), ["initialize", "initialized", "hooks/list"]);
    },
  ));

Deno.test("a Codex that does not answer, hangs up or knows no such question is named", async () => {
  await withServer(() => [], async (path) => assertEquals(await codexHooks(path), { why: "no answer within 3 s" }));
  await withServer(
    () => "close",
    async (path) => assertEquals(await codexHooks(path), { why: "it closed the connection" }),
  );
  await withServer(
    ({ id }) => id === undefined ? [] : [{ id: Number(id), ...(id === 1 ? { result: {} } : { error: { code: -1 } }) }],
    async (path) => assertEquals(await codexHooks(path), { why: "it does not know the question" }),
  );
  const gone = await codexHooks("/nonexistent/vults/app.sock");
  assertMatch("why" in gone ? gone.why : "", /nobody answers there/);
});
