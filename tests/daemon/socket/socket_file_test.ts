// A unix socket's place in the file system.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { bindSocket } from "../../../src/daemon/socket/socket_file.ts";

function inTemp(work: (path: string) => Promise<void>): () => Promise<void> {
  return async () => {
    const root = Deno.makeTempDirSync();
    try {
      await work(`${root}/x.sock`);
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  };
}

async function refusal(path: string): Promise<string> {
  const bound = await bindSocket(path, () => Deno.listen({ transport: "unix", path }));
  assert("refused" in bound);
  assertStringIncludes(bound.refused, `"${path}"`);
  return bound.refused;
}

Deno.test(
  "a socket is bound 0600, whatever the umask",
  inTemp(async (path) => {
    const before = Deno.umask(0);
    const bound = await bindSocket(path, () => Deno.listen({ transport: "unix", path }));
    const after = Deno.umask(before);
    assert("listener" in bound);
    assertEquals([(Deno.lstatSync(path).mode ?? 0) & 0o777, after], [0o600, 0]);
    bound.listener.close();
  }),
);

Deno.test(
  "what is not a socket is not removed: a file, a folder, a link to a socket",
  inTemp(async (path) => {
    Deno.writeTextFileSync(path, "mine");
    assertStringIncludes(await refusal(path), "something else is there");
    assertEquals(Deno.readTextFileSync(path), "mine");
    Deno.removeSync(path);
    Deno.mkdirSync(path);
    assertStringIncludes(await refusal(path), "something else is there");
    Deno.removeSync(path);
    const real = `${path}.real`;
    using listener = Deno.listen({ transport: "unix", path: real });
    Deno.symlinkSync(real, path);
    assertStringIncludes(await refusal(path), "something else is there");
    assert(Deno.lstatSync(path).isSymlink);
    assertEquals(listener.addr.transport, "unix");
  }),
);

Deno.test(
  "a socket that somebody serves is not stolen",
  inTemp(async (path) => {
    using listener = Deno.listen({ transport: "unix", path });
    const accepted = listener.accept();
    assertStringIncludes(await refusal(path), "another program is listening there");
    (await accepted).close();
  }),
);

Deno.test(
  "a socket that nobody serves any more is replaced",
  inTemp(async (path) => {
    const script = `Deno.listen({ transport: "unix", path: ${JSON.stringify(path)} }); Deno.kill(Deno.pid, "SIGKILL");`;
    await new Deno.Command(Deno.execPath(), {
      args: ["eval", script],
      clearEnv: true,
      env: { HOME: path, DENO_DIR: `${path}.d` },
    })
      .output();
    const left = Deno.lstatSync(path);
    assert(left.isSocket);
    const bound = await bindSocket(path, () => Deno.listen({ transport: "unix", path }));
    assert("listener" in bound);
    assert(bound.ours());
    bound.listener.close();
  }),
);

Deno.test({
  name: "a socket of another user is not removed (only root can make one)",
  ignore: Deno.uid() !== 0,
  fn: inTemp(async (path) => {
    using _listener = Deno.listen({ transport: "unix", path });
    Deno.chownSync(path, 12_345, null);
    assertStringIncludes(await refusal(path), "belongs to another user");
    assert(Deno.lstatSync(path).isSocket);
  }),
});

Deno.test(
  "a path that somebody replaced is no longer ours",
  inTemp(async (path) => {
    const bound = await bindSocket(path, () => Deno.listen({ transport: "unix", path }));
    assert("ours" in bound && bound.ours());
    Deno.renameSync(path, `${path}.old`);
    assert(!bound.ours());
    Deno.writeTextFileSync(path, "other");
    assert(!bound.ours());
    bound.listener.close();
  }),
);
