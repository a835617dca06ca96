// On a terminal the changes are shown and a key is asked: real processes behind a pseudo-terminal of `script`.

import { assertEquals, assertStringIncludes } from "@std/assert";
import { type InstallHome, untouched, withInstallHome } from "../support/install_home.ts";
import { collect, feed, type Ran, SOURCE } from "../support/vults.ts";

const HAS_SCRIPT = Deno.build.os === "linux" && isThere("/usr/bin/script");

Deno.test({
  name: "a terminal shows the diff, and only a yes writes it",
  ignore: !HAS_SCRIPT,
  fn: () =>
    withInstallHome(async (at) => {
      at.write(".claude/settings.json", '{ "a": 1 }\n');
      const before = files(at);
      for (const key of ["n\n", "\n", "yo\n"]) {
        const { code, stdout } = await onTerminal(at, ["install"], key);
        assertEquals([code, files(at)], [1, before], stdout);
        assertStringIncludes(stdout, "+++ ");
        assertStringIncludes(stdout, "Change this file? [y/N]");
        assertStringIncludes(stdout, "Nothing was written");
      }
      const { code, stdout } = await onTerminal(at, ["install"], "y\n");
      assertEquals(code, 0, stdout);
      assertStringIncludes(at.read(".claude/settings.json"), "vults-forward");
      const same = await onTerminal(at, ["install"], "");
      assertEquals([same.code, same.stdout.includes("[y/N]")], [0, false], same.stdout);
      assertEquals((await onTerminal(at, ["uninstall"], "yes\n")).code, 0);
      assertEquals(at.read(".claude/settings.json"), '{ "a": 1 }\n');
    }),
});

/** `script` gives the process a terminal and passes its exit code on. */
async function onTerminal(at: InstallHome, args: readonly string[], input: string): Promise<Ran> {
  const { cmd, args: all, env } = SOURCE(args, at.env);
  const line = [cmd, ...all].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = new Deno.Command("/usr/bin/script", {
    args: ["-qec", line, "/dev/null"],
    env: { ...env },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const [ran] = await Promise.all([collect(child), feed(child, input)]);
  return ran;
}

/** Outside the support folder. */
function files(at: InstallHome): Record<string, string> {
  return Object.fromEntries(Object.entries(untouched(at.folder)).filter(([path]) => !path.startsWith("support")));
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false; // not on this machine
  }
}
