// agentica's list of consumers, and which of them are ours: by name and by the words that they run (`installer.md`
// section 5).

import { NAME } from "../../src/brand.ts";
import { isObject, type Json, type JsonObject } from "../../src/domain/json.ts";
import type { Path, Refused } from "../formats/format.ts";
import type { Own } from "../ownership.ts";
import { quotedLine } from "../quoted_line.ts";
import { at } from "./hook_lists.ts";
import type { OwnerOf } from "./target.ts";

/** The consumer that waits for a person. */
export const ASKING = `${NAME}-ask`;

/** One own consumer, where it stands. */
export type OwnConsumer = {
  readonly name: string;
  readonly command: string;
  readonly own: Own;
  readonly index: number;
  readonly value: JsonObject;
};

/** Every own consumer, in order. */
export function ownConsumers(document: Json, consumers: Path, ownerOf: OwnerOf): readonly OwnConsumer[] {
  return listed(document, consumers).flatMap((value, index) => {
    const name = nameOf(value);
    const command = lineOf(value);
    if (!isObject(value) || name === undefined || !NAMES.includes(name) || command === undefined) return [];
    const own = ownerOf(command);
    return own.own ? [{ name, command, own, index, value }] : [];
  });
}

/** A consumer of our name that runs something else is the user's. */
export function foreignName(document: Json, consumers: Path, own: readonly OwnConsumer[]): Refused | undefined {
  const names = listed(document, consumers).map(nameOf);
  const index = names.findIndex((name, index) =>
    NAMES.includes(String(name)) && !own.some((known) => known.index === index)
  );
  if (index < 0) return undefined;
  return {
    refused: `the consumer "${names[index]}" is not ours`,
    at: [...consumers, index],
    mend: "give it another name and run again",
  };
}

/** True with a foreign consumer that is on: it starts and ends with the switch. */
export function hasForeignOn(document: Json, consumers: Path, own: readonly OwnConsumer[]): boolean {
  return listed(document, consumers).some((value, index) =>
    !own.some((known) => known.index === index) && !(isObject(value) && value.enabled === false)
  );
}

/** No shell reads the words; as a line they are judged and recorded like any other command. */
export function lineOf(consumer: Json): string | undefined {
  const words = isObject(consumer) ? list(consumer.command) : [];
  const isWords = words.length > 0 && words.every((word) => typeof word === "string");
  return isWords ? quotedLine(words.map(String)) : undefined;
}

/** The consumers, whatever they are. */
export function listed(document: Json, consumers: Path): readonly Json[] {
  return list(at(document, consumers));
}

/** A list; anything else counts as an empty one. */
export function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

const NAMES = [NAME, ASKING];

function nameOf(consumer: Json): string | undefined {
  return isObject(consumer) && typeof consumer.name === "string" ? consumer.name : undefined;
}
