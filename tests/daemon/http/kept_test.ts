// A server that is kept up.

import { assert, assertEquals } from "@std/assert";
import { kept, type Running } from "../../../src/daemon/http/kept.ts";
import { until } from "../../support/daemon.ts";

type Fake = Running & { fail(why: string): void; readonly stopped: () => boolean };

function fake(): Fake {
  const end = Promise.withResolvers<void>();
  let stopped = false;
  return {
    finished: end.promise,
    fail: (why) => end.reject(new Error(why)),
    stop() {
      stopped = true;
      end.resolve();
      return Promise.resolve();
    },
    stopped: () => stopped,
  };
}

Deno.test("a server that fails is opened again, as often as it fails, and the last one is stopped", async () => {
  const servers = [fake()];
  const logged: string[] = [];
  const open = () => Promise.resolve(servers[servers.push(fake()) - 1] as Fake);
  const { stop, finished } = kept(servers[0] as Fake, open, (text) => logged.push(text));
  for (const count of [1, 2, 3]) {
    servers.at(-1)?.fail("Too many open files");
    await until(() => servers.length === count + 1, "the next server");
  }
  await stop();
  await finished;
  assertEquals(servers.map((server) => server.stopped()), [false, false, false, true]);
  assertEquals(logged, ["A server failed: Too many open files; listening again"]);
});

Deno.test("a place that cannot be opened yet is tried again: refused, thrown, then served", async () => {
  const first = fake();
  const last = fake();
  const tries: (() => Promise<Running | { readonly refused: string }>)[] = [
    () => Promise.resolve({ refused: "somebody else is there" }),
    () => Promise.reject(new Error("Address in use")),
    () => Promise.resolve(last),
  ];
  let done = 0;
  const open = () => (tries[done++] ?? (() => Promise.reject(new Error("one try too many"))))();
  const { stop, finished } = kept(first, open, () => {});
  first.fail("Too many open files");
  await until(() => done === 3, "three tries");
  await stop();
  await finished;
  assert(last.stopped());
  assertEquals(done, 3);
});

Deno.test("a stop while it cannot be opened ends the tries, and a server that opens too late is stopped", async () => {
  const first = fake();
  const late = fake();
  const opened = Promise.withResolvers<Running>();
  let asked = false;
  const { stop, finished } = kept(first, () => (asked = true, opened.promise), () => {});
  first.fail("Too many open files");
  await until(() => asked, "the try");
  await stop();
  opened.resolve(late);
  await finished;
  assert(late.stopped());
});
