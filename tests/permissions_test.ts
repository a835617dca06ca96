import { assert, assertEquals, assertThrows } from "@std/assert";
import { commandFor } from "../scripts/run.ts";
import { cleanEnvironment, commandLine } from "../src/launch.ts";
import { paths } from "../src/paths.ts";
import { movingVariables } from "../install/reach.ts";
import { AGENT_FOLDERS, allGrants, flags, grants, KINDS, type Place, place, ROWS } from "../src/permissions.ts";
import { type Home, home } from "./support/vults.ts";

/** Tries each door and says what happened: `granted`, or `denied` by the runtime itself. */
const PROBE = `
const { support, folder, socket, api, outside, port } = JSON.parse(Deno.args.at(-1));
const unix = (path) => Deno.connect({ transport: "unix", path });
const doors = {
  "run a program": () => new Deno.Command("/bin/true").output(),
  "run ps": () => new Deno.Command("/bin/ps", { clearEnv: true }).output(),
  "run itself": () => new Deno.Command(Deno.execPath(), { args: ["--version"], clearEnv: true }).output(),
  "read a file outside": () => Deno.readTextFile(outside),
  "read the home": () => Array.fromAsync(Deno.readDir(Deno.env.get("HOME"))),
  "read /etc": () => Deno.readTextFile("/etc/passwd"),
  "read the API token": () => Deno.readTextFile(support + "/token"),
  "read the database": () => Deno.readTextFile(support + "/vults.db"),
  "import a file outside": () => import("file://" + encodeURI(outside)),
  "write outside": () => Deno.writeTextFile(outside + ".new", ""),
  "write into the support folder": () => Deno.writeTextFile(support + "/new", ""),
  "remove the token": () => Deno.remove(support + "/token.copy"),
  "connect over TCP": () => Deno.connect({ hostname: "127.0.0.1", port }),
  "fetch over TCP": () => fetch("http://127.0.0.1:" + port + "/"),
  "connect elsewhere": () => Deno.connect({ hostname: "192.0.2.1", port: 80, signal: AbortSignal.timeout(500) }),
  "resolve a name": () => Deno.resolveDns("localhost", "A"),
  "connect to the hook socket": () => unix(socket),
  "connect to the API socket": () => unix(api),
  "connect to another socket": () => unix(folder + "/other.sock"),
  "listen on the loopback": () => Deno.listen({ hostname: "127.0.0.1", port: 0 }),
  "listen to everybody": () => Deno.listen({ hostname: "0.0.0.0", port: 0 }),
  "listen on another socket": () => Deno.listen({ transport: "unix", path: outside + ".sock" }),
  "look at the socket's folder": () => Deno.lstat(folder),
  "read a variable outside the list": () => Deno.env.get("SECRET"),
  "read all variables": () => {
    if (!("SECRET" in Deno.env.toObject())) throw new Error("Requires env access");
  },
  "load a library": () => Deno.dlopen("/lib/x.so", {}),
  "know the uid": () => Deno.uid(),
  "know the host's name": () => Deno.hostname(),
};
const result = {};
for (const [name, open] of Object.entries(doors)) {
  try {
    await open();
    result[name] = "granted";
  } catch (error) {
    // A failed import is a TypeError that says the same; any other failure means that it was tried.
    result[name] = /Requires \\w+ access/.test(error.message) ? "denied" : "granted";
  }
}
console.log(JSON.stringify(result));
Deno.exit(0);
`;

/** The doors that open for a subcommand, started with its real flags in a home where everything is there to be taken. */
async function opens(command: string, at: Home): Promise<string[]> {
  const known = paths({ env: (name) => at.env[name], os: "linux", uid: Deno.uid() ?? -1 });
  const outside = `${at.folder}/secret.txt`;
  const folder = `${at.folder}/run`;
  for (const path of [folder, at.support]) await Deno.mkdir(path, { recursive: true, mode: 0o700 });
  for (const file of [outside, `${at.support}/token`, `${at.support}/token.copy`, `${at.support}/vults.db`]) {
    await Deno.writeTextFile(file, "secret");
  }
  await Deno.writeTextFile(`${at.folder}/probe.js`, PROBE);
  using tcp = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  using _hooks = Deno.listen({ transport: "unix", path: known.endpoint.socket });
  using _api = Deno.listen({ transport: "unix", path: known.api });
  using _other = Deno.listen({ transport: "unix", path: `${folder}/other.sock` });
  const refuse = closeAll(tcp);
  const facts = { support: at.support, folder, socket: at.socket, api: known.api, outside, port: tcp.addr.port };
  const where = place(known, at.folder, Deno.execPath(), []);
  const args = commandLine([command, JSON.stringify(facts)], where, { main: `${at.folder}/probe.js` });
  const env = cleanEnvironment({ ...at.env, SECRET: "x" }, `${at.folder}/cache`);
  const ran = await new Deno.Command(Deno.execPath(), { args, env, clearEnv: true, stdin: "null" }).output();
  tcp.close();
  await refuse;
  assertEquals(ran.code, 0, new TextDecoder().decode(ran.stderr));
  const result: Record<string, string> = JSON.parse(new TextDecoder().decode(ran.stdout));
  return Object.keys(result).filter((name) => result[name] === "granted");
}

async function closeAll(listener: Deno.Listener): Promise<void> {
  for await (const conn of listener) conn.close();
}

const OPEN: Record<string, string[]> = {
  hook: ["connect to the hook socket", "look at the socket's folder", "know the uid"],
  cards: ["read the API token", "connect to the API socket", "look at the socket's folder", "know the uid"],
  replay: ["run itself", "know the uid"],
  help: [],
  install: [
    "read a file outside",
    "read the home",
    "read the API token",
    "read the database",
    "import a file outside",
    "write outside",
    "write into the support folder",
    "remove the token",
    "look at the socket's folder",
    "know the uid",
  ],
  status: [
    "read a file outside",
    "read the home",
    "read the API token",
    "read the database",
    "import a file outside",
    "look at the socket's folder",
    "know the uid",
  ],
  serve: [
    "run ps",
    "read the API token",
    "read the database",
    "write into the support folder",
    "remove the token",
    "connect over TCP",
    "fetch over TCP",
    "connect to the hook socket",
    "connect to the API socket",
    "listen on the loopback",
    "look at the socket's folder",
    "know the uid",
    "know the host's name",
  ],
};

for (const [command, doors] of Object.entries(OPEN)) {
  Deno.test(`${command} can do exactly this: ${doors.join(", ") || "nothing"}`, async () => {
    const at = await home();
    try {
      assertEquals(await opens(command, at), doors);
    } finally {
      await at.remove();
    }
  });
}

const AT: Place = place(
  paths({ env: (name) => name === "HOME" ? "/home/me" : undefined, os: "linux", uid: 7 }),
  "/home/me",
  "/opt/deno",
  ["a.jsonl", "--wait"],
);

Deno.test("no row grants a whole kind but sys, few commands run programs, and no row reaches a network", () => {
  for (const [command, row] of ROWS) {
    const granted = row(AT);
    for (const kind of KINDS) assert(kind === "sys" || !granted[kind].includes("*"), `${command} ${kind}`);
    const runs = granted.run.length > 0;
    assertEquals(runs, ["serve", "replay", "install", "hooks", "doctor"].includes(command), command);
    const everywhere = granted.net.filter((entry) => !/^(unix:\/|127\.0\.0\.1$|localhost:80$)/.test(entry));
    assertEquals(everywhere, [], command);
  }
});

Deno.test("an install runs the programs it asks and no other, an uninstall none, and status writes nothing either", () => {
  const reach = {
    binary: "/opt/vults",
    folders: ["/data/claude"],
    above: ["/mnt"],
    programs: ["/usr/bin/claude"],
    codex: "/data/codex.sock",
  };
  const at: Place = { ...AT, reach };
  const [install, uninstall, status] = ["install", "uninstall", "status"].map((command) => grants(command, at));
  assertEquals(install?.run, ["/dev/null", "/usr/bin/claude"]);
  assertEquals([uninstall?.run, status?.run], [[], []]);
  assertEquals([install?.net, install?.sys], [[], ["uid", "osRelease"]]);
  assertEquals(install?.write, ["/home/me", AT.support, "/data/claude"]);
  assertEquals([uninstall?.write, status?.write], [install?.write, []]);
  assertEquals(["/opt/vults", "/data/claude", "/mnt"].filter((path) => !status?.read.includes(path)), []);
  assertEquals(grants("hooks", at), grants("install", at));
});

Deno.test("doctor may run a shell and ask the daemon and Codex, and writes no more than an install", () => {
  const reach = {
    binary: "/opt/vults",
    folders: [],
    above: [],
    programs: ["/usr/bin/claude"],
    codex: "/data/codex.sock",
  };
  const at: Place = { ...AT, reach };
  const { net, run, write } = grants("doctor", at);
  assertEquals(net, ["localhost:80", `unix:${AT.api}`, "unix:/data/codex.sock"]);
  assertEquals(run, ["/dev/null", "/usr/bin/claude", "/bin/sh"]);
  assertEquals(write, [...grants("install", at).write, AT.api]);
});

Deno.test("an install may read each variable that moves an agent's folder", () => {
  assertEquals(movingVariables().sort(), [...AGENT_FOLDERS, "XDG_CONFIG_HOME"].sort());
});

Deno.test("a command outside the table is granted nothing, whatever its name", () => {
  for (const command of [undefined, "", "help", "constructor", "__proto__"]) {
    assertEquals(flags(grants(command, AT)), []);
  }
});

Deno.test("flags name each entry once, and an entry that Deno would split is refused", () => {
  const none = grants(undefined, AT);
  assertEquals(flags({ ...none, read: ["/a b", "/c", "/a b"], sys: ["uid"] }), [
    "--allow-read=/a b,/c",
    "--allow-sys=uid",
  ]);
  for (const bad of ["/a,b", ""]) assertThrows(() => flags({ ...none, read: ["/c", bad] }), Error, "Cannot grant");
});

Deno.test("what is baked into a native build is the union of all rows", () => {
  const all = allGrants(AT);
  for (const [command, row] of ROWS) {
    const granted = row(AT);
    for (const kind of KINDS) {
      assertEquals(granted[kind].filter((entry) => !all[kind].includes(entry)), [], `${command} ${kind}`);
    }
  }
});

Deno.test("a run of ours inherits nothing that could load code, print or rebind", () => {
  const env = {
    PATH: "/bin",
    NODE_OPTIONS: "x",
    NODE_CHANNEL_FD: "",
    SSLKEYLOGFILE: "/keys",
    DENO_DIR: "/evil",
    DENO_V8_FLAGS: "x",
    OTEL_DENO: "1",
    MY_DENO_X: "1",
  };
  assertEquals(cleanEnvironment(env, "/cache"), {
    PATH: "/bin",
    MY_DENO_X: "1",
    DENO_DIR: "/cache",
    DENO_NO_UPDATE_CHECK: "1",
  });
});

Deno.test("a run from source fetches its packages as this Deno does, also behind a company's certificate", () => {
  const given = { DENO_CERT: "/company.pem", DENO_TLS_CA_STORE: "system", DENO_V8_FLAGS: "x" };
  const before = Object.keys(given).map((name) => [name, Deno.env.get(name)] as const);
  for (const [name, value] of Object.entries(given)) Deno.env.set(name, value);
  try {
    const { env } = commandFor(["cards"], { ...given, HOME: "/home/me" });
    assertEquals([env["DENO_CERT"], env["DENO_TLS_CA_STORE"]], ["/company.pem", "system"]);
    assertEquals(env["DENO_V8_FLAGS"], undefined);
  } finally {
    for (const [name, value] of before) value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
  }
});
