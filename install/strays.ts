// Lines that name our programs and are no entry of ours any more: edited by hand, so not ours to change or take out
// (`installer.md` A28). Pure.

import type { Clearing } from "./plan.ts";
import { readConfig } from "./read_config.ts";
import { spot } from "./spot.ts";

/** Where each stands, as messages have it. A person's own line that runs our program is none. */
export function straysIn({ file, target, place, ownerOf }: Clearing, { bin, home }: Ours): string[] {
  const read = readConfig(file.before, target.format);
  if ("refused" in read) return [];
  const lines = target.commands(read.document, place.events).filter((line) => {
    const owner = ownerOf(line);
    return line.includes(`${bin}/`) && !owner.own && !owner.yours;
  });
  return lines.map((line) => spot(file.config, read.text, [line, JSON.stringify(line).slice(1, -1)], home));
}

type Ours = { readonly bin: string; readonly home: string };
