// `vults serve` as a process: with a person's settings, and where nobody takes what it says.

import { assertEquals } from "@std/assert";
import { readIfThere } from "../../src/files.ts";
import { paths } from "../../src/paths.ts";
import { parent } from "../../src/wire/endpoint.ts";
import { until } from "../support/daemon.ts";
import { type Home, home, serving, start, vults } from "../support/vults.ts";

/** Writes `config.toml` where it belongs in a home; gives its path. */
async function configure(at: Home, text: string): Promise<string> {
  const os = Deno.build.os === "darwin" ? "darwin" : "linux";
  const { config } = paths({ env: (name) => at.env[name], os, uid: Deno.uid() ?? 0 });
  await Deno.mkdir(parent(config), { recursive: true });
  await Deno.writeTextFile(config, text);
  return config;
}

Deno.test("serve reads the settings with its own permissions; flags and variables win over them", async () => {
  const at = await home();
  try {
    await configure(at, "[http]\nenabled = false\n");
    const other = { ...at, env: { ...at.env, VULTS_PORT: "0" } };
    for (
      const [where, flags, listens] of [
        [at, ["--demo"], false],
        [at, ["--demo", "--port", "0"], true],
        [other, ["--demo"], true],
        [other, ["--demo", "--no-http"], false],
      ] as const
    ) {
      const daemon = await serving(where, { flags });
      const { code, stderr } = await daemon.stop();
      assertEquals([code, stderr, daemon.port !== null], [0, "", listens], flags.join(" "));
    }
  } finally {
    await at.remove();
  }
});

Deno.test("a mistake in the settings is one line at the start, and beside the sessions and the cards", async () => {
  const at = await home();
  try {
    const file = await configure(at, "# mine\n[http]\n\nprot = 80\n");
    const line =
      `Cannot use "${file}", line 4: [http] "prot" is no setting, only port, enabled, accept_tokenless_hooks; ` +
      "[http] keeps its defaults (mend it and restart)\n";
    const daemon = await serving(at);
    try {
      assertEquals((await vults(["sessions"], at.env)).stderr, line);
      assertEquals((await vults(["cards"], at.env)).stderr, line);
    } finally {
      assertEquals((await daemon.stop()).stderr, line);
    }
  } finally {
    await at.remove();
  }
});

Deno.test("serve serves on when the readers of its stdout and stderr have gone", async () => {
  const at = await home();
  // Something to say on stderr.
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const child = start(["serve", "--port", String(taken.addr.port)], at.env);
  try {
    await Promise.all([child.stdin.close(), child.stdout.cancel(), child.stderr.cancel()]);
    await until(() => readIfThere(`${at.support}/daemon.json`) !== undefined, "daemon.json");
    const { code, stderr } = await vults(["sessions"], at.env);
    assertEquals([code, stderr.includes("is taken")], [0, true], stderr);
  } finally {
    child.kill("SIGTERM");
    assertEquals((await child.status).code, 0);
    await at.remove();
  }
});

Deno.test("any other command ends without a failure when its reader has gone", async () => {
  const at = await home();
  try {
    const child = start(["help"], at.env);
    await Promise.all([child.stdin.close(), child.stdout.cancel(), child.stderr.cancel()]);
    assertEquals((await child.status).code, 0);
  } finally {
    await at.remove();
  }
});
