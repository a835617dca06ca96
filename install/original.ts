// The bytes of a config from before ours came in, where they may be put back whole: every change since was ours, and a
// backup still has them (`installer.md` section 11).

import { backupsOf } from "./backup.ts";
import { documentOf } from "./read_config.ts";
import { sha256 } from "./fingerprint.ts";
import type { Machine } from "./machine.ts";
import { isOurWriting } from "./manifest_entry.ts";
import { backupFolder, ownFiles } from "./own_files.ts";
import type { Clearing } from "./plan.ts";

/** Those bytes; `undefined` where ours have to be cut out instead. */
export async function originalOf(
  { agent, entry, file, target, place, ownerOf }: Clearing,
  { doors, support }: Machine,
): Promise<Uint8Array | undefined> {
  if (entry?.before === undefined || !isOurWriting(entry, file.fingerprint)) return undefined;
  const folder = await backupFolder(ownFiles(support), agent, file.real);
  for (const { bytes } of backupsOf(doors.files, folder, file.real)) {
    if (await sha256(bytes) !== entry.before) continue;
    const document = documentOf(bytes, target.format);
    if (document !== undefined && target.own(document, place.events, ownerOf).length === 0) return bytes;
  }
  return undefined;
}
