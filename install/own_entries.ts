// The entries of ours in a config as it was found.

import type { Clearing } from "./plan.ts";
import { documentOf } from "./read_config.ts";
import type { OwnEntry } from "./targets/target.ts";

/** None where the file cannot be read. */
export function ownEntriesOf({ file, target, place, ownerOf }: Clearing): readonly OwnEntry[] {
  const document = documentOf(file.before, target.format);
  return document === undefined ? [] : target.own(document, place.events, ownerOf);
}
