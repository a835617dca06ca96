// Root, containers and temporary folders (`installer.md` 13; scenario 52, A25).

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type HostFacts, temporaryFolders, whyNotHere, whyTemporary } from "../../install/may_install.ts";

const FACTS: HostFacts = {
  uid: 1_000,
  homeOwner: 1_000,
  env: () => undefined,
  marks: [],
  rootDevice: 1,
  folders: [{ path: "/home/u/.codex", device: 1 }, { path: "/home/u/.claude", device: 2 }],
};

const ROWS: [string, Partial<HostFacts> & { set?: Record<string, string> }, string | undefined][] = [
  ["an ordinary user", {}, undefined],
  ["root", { uid: 0, homeOwner: 0 }, "does not install as root"],
  ["root by sudo, in a user's home", { uid: 0, homeOwner: 1_000 }, "does not install as root"],
  ["root who asks for it", { uid: 0, homeOwner: 0, set: { VULTS_ALLOW_ROOT: "1" } }, undefined],
  ["root who asks, with another value", { uid: 0, homeOwner: 0, set: { VULTS_ALLOW_ROOT: "yes" } }, "as root"],
  [
    "root who asks, in a user's home",
    { uid: 0, homeOwner: 1_000, set: { VULTS_ALLOW_ROOT: "1" } },
    "where HOME belongs to another user (uid 1000)",
  ],
  ["root who asks, without a home", { uid: 0, homeOwner: undefined, set: { VULTS_ALLOW_ROOT: "1" } }, "is not there"],
  ["another device without a container", {}, undefined],
  ["docker with a mounted folder", { marks: ["/.dockerenv"] }, '"/home/u/.claude" is mounted into it'],
  ["podman by its variable", { set: { container: "podman" } }, '"/home/u/.claude" is mounted into it'],
  ["an empty variable", { set: { container: "" } }, undefined],
  [
    "a container of its own",
    { marks: ["/run/.containerenv"], rootDevice: 2, folders: [{ path: "/r", device: 2 }] },
    undefined,
  ],
  ["a container, overridden", { marks: ["/.dockerenv"], set: { VULTS_ALLOW_CONTAINER: "1" } }, undefined],
  [
    "root in a container with a mount, root alone allowed",
    { uid: 0, homeOwner: 0, marks: ["/.dockerenv"], set: { VULTS_ALLOW_ROOT: "1" } },
    "this is a container",
  ],
];

for (const [who, { set = {}, ...facts }, why] of ROWS) {
  Deno.test(`${who} ${why === undefined ? "may install" : "may not, and is told how"}`, () => {
    const refused = whyNotHere({ ...FACTS, ...facts, env: (name) => set[name] });
    if (why === undefined) return assertEquals(refused, undefined);
    assert(refused !== undefined);
    assertStringIncludes(refused.refused, why);
    assertStringIncludes(refused.mend, /container/.test(why) || why.includes("mounted") ? "on the host" : "run it as");
  });
}

Deno.test("a support folder that will not last is refused unless a variable names it", () => {
  const temporary = temporaryFolders((name) => name === "TMPDIR" ? "/scratch/me/" : undefined);
  for (const support of ["/tmp", "/tmp/x/vults", "/var/folders/ab/T/vults", "/scratch/me/vults", "/run/user/1/x"]) {
    const refused = whyTemporary(support, false, temporary);
    assertStringIncludes(refused?.mend ?? "", "VULTS_SUPPORT_DIR");
    assertEquals(whyTemporary(support, true, temporary), undefined);
  }
  for (const support of ["/home/u/.local/share/vults", "/tmpfs/vults", "/scratch/menu", "/home/tmp/vults"]) {
    assertEquals(whyTemporary(support, false, temporary), undefined, support);
  }
  for (const odd of ["", "/", "relative"]) {
    assertEquals(whyTemporary("/home/u/x", false, temporaryFolders(() => odd)), undefined, odd);
  }
});
