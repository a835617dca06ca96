// Our own programs: there, runnable, and with their runtime (`installer.md` section 13).

import { NAME } from "../../src/brand.ts";
import type { Finding } from "../../src/domain/finding.ts";
import type { Examination } from "./examination.ts";
import { bytesIn } from "../look_in.ts";
import type { Machine } from "../machine.ts";
import { quotedLine } from "../quoted_line.ts";
import { shortPath } from "../short_path.ts";
import { INSTALL, INSTALL_FROM_ELSEWHERE } from "./mends.ts";
import { probe, whyNotRun } from "./probe.ts";

export async function programFindings(at: Examination): Promise<readonly Finding[]> {
  const { machine } = at;
  const program = `${machine.bin}/${NAME}`;
  const where = shortPath(program, machine.home);
  const why = whyNotRun(program, machine);
  if (why !== undefined) {
    return [{
      check: "program",
      level: "wrong",
      says: `${where} ${why}: hooks are silent`,
      mend: INSTALL_FROM_ELSEWHERE,
    }];
  }
  const unready = runtimeFault(program, machine);
  if (unready !== undefined) return [{ level: "wrong", mend: INSTALL, ...unready }];
  const line = quotedLine([program, "hook", "--agent", "claude", "SessionStart"]);
  const { level, says, mend = INSTALL } = await probe({ line, event: "SessionStart", code: 0 }, at);
  return [{ check: "program", level, says: `${where}: ${says}`, ...(level === "wrong" ? { mend } : {}) }];
}

/** The line of the portable form's header that names its runtime (scripts/launcher.ts). */
const RUNTIME = /^vults_runtime=\$vults_runtimes\/([0-9a-f]+)$/m;
const HEADER_BYTES = 65_536;

/** A hook without its runtime is silent and says nothing of it. Another form of the program has none. */
function runtimeFault(program: string, machine: Machine): Pick<Finding, "check" | "says"> | undefined {
  const { doors: { files }, support, home } = machine;
  const bytes = bytesIn(program, machine);
  if (bytes === undefined) {
    return { check: "program", says: `${shortPath(program, home)} cannot be read: hooks are silent` };
  }
  const header = new TextDecoder().decode(bytes.subarray(0, HEADER_BYTES));
  const hash = RUNTIME.exec(header)?.[1];
  if (hash === undefined) return undefined;
  const runtimes = `${support}/runtime`;
  const bad = [runtimes, `${runtimes}/${hash}`].map((folder) => folderFault(folder, files)).find((why) =>
    why !== undefined
  );
  return bad && { check: "runtime", says: `${shortPath(bad.folder, home)} ${bad.why}: hooks are silent` };
}

function folderFault(folder: string, files: Machine["doors"]["files"]) {
  const info = files.lstat(folder);
  if (info === undefined) return { folder, why: "is not there" };
  if (!info.isDirectory) return { folder, why: "is not a folder" };
  if (info.uid !== Deno.uid()) return { folder, why: `belongs to another user (uid ${info.uid})` };
  const mode = (info.mode ?? 0) & 0o777;
  return mode === 0o700 ? undefined : { folder, why: `has the mode ${mode.toString(8)} and not 700` };
}
