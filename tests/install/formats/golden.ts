// The recorded pairs of `fixtures/configs`: what a file was, and what it must be after the changes of a test.

import { assert, assertEquals } from "@std/assert";
import type { Change, Format } from "../../../install/formats/format.ts";
import { documentIn, edited, wayBack } from "./round.ts";

/** One test per pair of a folder: there, and back to the same bytes. */
export function testPairs(name: string, format: Format, changesOf: (pair: string) => readonly Change[]): void {
  const folder = new URL(`../../../fixtures/configs/${name}/`, import.meta.url);
  const pairs = [...Deno.readDirSync(folder)].map((entry) => entry.name).filter((file) => file.endsWith(".before"));
  assert(pairs.length > 0, `no pairs in ${folder}`);
  for (const file of pairs.toSorted()) {
    const pair = file.slice(0, -".before".length);
    Deno.test(`${name}: ${pair.replaceAll("-", " ")} becomes what is recorded, and the same bytes again`, () => {
      const before = readRecorded(new URL(file, folder));
      const changes = changesOf(pair);
      const there = edited(format, before, changes);
      assertEquals(there.text, readRecorded(new URL(`${pair}.after`, folder)));
      const back = wayBack(documentIn(format, before), changes, there);
      assertEquals(edited(format, there.text, back).text, before);
    });
  }
}

/** A recorded file with its byte order mark, which `readTextFile` would take away. */
export function readRecorded(file: URL): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Deno.readFileSync(file));
}
