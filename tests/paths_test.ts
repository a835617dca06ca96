import { assertEquals, assertThrows } from "@std/assert";
import { commandFor } from "../scripts/run.ts";
import { paths } from "../src/paths.ts";
import { endpoint } from "../src/wire/endpoint.ts";
import { collect, feed, home } from "./support/vults.ts";

const reading = (env: Record<string, string>) => (name: string) => env[name] || undefined;

for (const name of ["VULTS_SOCKET", "XDG_RUNTIME_DIR", "VULTS_SUPPORT_DIR", "XDG_DATA_HOME", "HOME"]) {
  Deno.test(`${name} must be a whole path`, () => {
    for (const path of ["rel.sock", "./x", "~/x", "-x"]) {
      const env = reading({ ...(name === "HOME" ? {} : { HOME: "/home/me" }), [name]: path });
      const wrong = `${name} must be a whole path, got "${path}"`;
      assertThrows(() => paths({ env, os: "linux", uid: 7 }), Error, wrong);
    }
  });
}

Deno.test("an empty variable counts as unset, and whole paths are taken as they are", () => {
  const env = reading({ HOME: "/home/me", VULTS_SOCKET: "", XDG_RUNTIME_DIR: "/run/user/7" });
  assertEquals(endpoint(env, "linux", 7, () => ""), { socket: "/run/user/7/vults.sock", dedicated: false });
  assertEquals(paths({ env, os: "linux", uid: 7 }).support, "/home/me/.local/share/vults");
});

Deno.test("config.toml is where XDG_CONFIG_HOME says, in the home's own words too, and a relative one counts as unset", () => {
  const config = (XDG_CONFIG_HOME: string, os: "linux" | "darwin" = "linux") => {
    const known = paths({ env: reading({ HOME: "/home/me", VULTS_SUPPORT_DIR: "/s", XDG_CONFIG_HOME }), os, uid: 7 });
    return known.config;
  };
  assertEquals(config("/c"), "/c/vults/config.toml");
  assertEquals(config("~/c"), "/home/me/c/vults/config.toml");
  assertEquals(config("~"), "/home/me/vults/config.toml");
  for (const unset of ["", "c", "./c", "../c", "~you/c", "-c"]) {
    assertEquals(config(unset), "/home/me/.config/vults/config.toml", unset);
  }
  assertEquals(config("~/c", "darwin"), "/s/config.toml");
});

const HOOK = ["hook", "--agent", "claude", "Stop"];

/** The hook as each form starts it: scripts/run.ts by its flags, a native build by its own main. */
const STARTS: [string, readonly string[]][] = [
  ["../scripts/run.ts", ["--allow-all"]],
  ["../main.ts", ["--allow-env", "--allow-sys=uid", "--allow-read"]],
];

for (const [program, flags] of STARTS) {
  Deno.test(`${program} is silent as a hook whose socket is not a whole path`, async () => {
    for (const name of ["VULTS_SOCKET", "XDG_RUNTIME_DIR"]) {
      assertEquals(await ran(program, flags, HOOK, { [name]: "./x.sock" }), { code: 0, stdout: "", stderr: "" });
    }
  });
}

Deno.test("a command whose socket is not a whole path says which variable to mend", async () => {
  const end = await ran("../scripts/run.ts", ["--allow-all"], ["cards"], { VULTS_SOCKET: "./x.sock" });
  const stderr = 'VULTS_SOCKET must be a whole path, got "./x.sock"\n';
  assertEquals(end, { code: 1, stdout: "", stderr });
});

async function ran(program: string, flags: readonly string[], args: readonly string[], env: Record<string, string>) {
  const at = await home();
  const { VULTS_SOCKET: _, ...base } = at.env;
  const file = decodeURIComponent(new URL(program, import.meta.url).pathname);
  try {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-prompt", ...flags, file, ...args],
      env: { ...commandFor(["version"], base).env, ...env },
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    await feed(child, JSON.stringify({ session_id: "s", hook_event_name: "Stop" }));
    return await collect(child);
  } finally {
    await at.remove();
  }
}
