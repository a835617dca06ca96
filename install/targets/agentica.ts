// agentica: consumers with argument lists, under a switch of the user's (`installer.md` 6.11). One consumer is told of
// everything; with `--approval` a second one alone gets the two requests that wait.

import { NAME } from "../../src/brand.ts";
import { isObject, type Json, type JsonObject } from "../../src/domain/json.ts";
import { commandWords } from "../command_text.ts";
import { EVENT_NAMES } from "../event_names.ts";
import type { Change, Path, Refused } from "../formats/format.ts";
import { yaml } from "../formats/yaml.ts";
import { switchBack, switchOf, unswitchable } from "./agentica_switch.ts";
import { ASKING, foreignName, lineOf, list, listed, type OwnConsumer, ownConsumers } from "./agentica_consumers.ts";
import { at } from "./hook_lists.ts";
import type { InstallWish, Memory, OwnEntry, OwnerOf, Target } from "./target.ts";

/** The target; its events stand at the list of consumers. */
export const agentica: Target = {
  format: yaml,
  own: (document, consumers, ownerOf) => ownConsumers(document, consumers, ownerOf).flatMap(entriesOf),
  commands: (document, consumers) => listed(document, consumers).flatMap((value) => lineOf(value) ?? []),
  install,
  remove,
  isSkeleton: (_document, text) => text.trim() === "",
  switches: (consumers) => [switchOf(consumers)],
};

/** What `--approval` gives to the consumer that asks. */
const REQUESTS = ["needs.approval", "needs.input"];

/** A consumer as it is wanted. Absent events are on. */
type Wanted = { readonly name: string; readonly words: readonly string[]; readonly off: readonly string[] };

function install(document: Json, consumers: Path, wish: InstallWish): readonly Change[] | Refused {
  const own = ownConsumers(document, consumers, wish.ownerOf);
  const refused = foreignName(document, consumers, own) ?? unswitchable(document, consumers, own);
  if (refused !== undefined) return refused;
  const kept = new Set<OwnConsumer>();
  const changes = wantedConsumers(wish).flatMap((wanted) => {
    const found = own.find(({ name }) => name === wanted.name);
    if (found === undefined) return [{ do: "append", path: consumers, value: consumerOf(wanted) } as const];
    kept.add(found);
    return updated(found, wanted, [...consumers, found.index]);
  });
  return [
    { do: "set", path: switchOf(consumers), value: true },
    ...changes,
    ...own.filter((consumer) => !kept.has(consumer)).map((consumer) => removal(consumer, consumers)),
  ];
}

function wantedConsumers({ entries, bin }: InstallWish): Wanted[] {
  const named = (isGate: boolean) =>
    entries.filter(({ use }) => (use.is === "gate") === isGate).map(({ event }) => event);
  const gates = named(true);
  const all = { name: NAME, words: commandWords("agentica", { is: "plain" }, bin), off: gates };
  if (gates.length === 0) return [all];
  return [all, { name: ASKING, words: commandWords("agentica", { is: "gate" }, bin), off: named(false) }];
}

function consumerOf({ name, words, off }: Wanted): JsonObject {
  const events = Object.fromEntries(off.map((event) => [event, false]));
  return { name, command: [...words], ...(off.length === 0 ? {} : { events }) };
}

/** Only what differs; an event that the user switched off stays off. */
function updated({ value }: OwnConsumer, { name, words, off }: Wanted, path: Path): Change[] {
  const isObserver = name === NAME && off.length === 0;
  return [
    ...words.flatMap((word, index) => wordChange(list(value.command), word, index, path)),
    ...list(value.command).slice(words.length).map((_, more): Change => ({
      do: "remove",
      path: [...path, "command", words.length + more],
    })),
    ...off.map((event): Change => ({ do: "set", path: [...path, "events", event], value: false })),
    ...(isObserver ? requestsBack(value.events, [...path, "events"]) : []),
  ];
}

function wordChange(old: readonly Json[], word: string, index: number, path: Path): Change[] {
  if (index >= old.length) return [{ do: "append", path: [...path, "command"], value: word }];
  return old[index] === word ? [] : [{ do: "set", path: [...path, "command", index], value: word }];
}

/** Where nobody asks any more, the one consumer hears of requests again; both off is what asking had made of it. */
function requestsBack(events: Json | undefined, path: Path): Change[] {
  if (!isObject(events) || REQUESTS.some((event) => events[event] !== false)) return [];
  if (Object.keys(events).length === REQUESTS.length) return [{ do: "remove", path }];
  return REQUESTS.map((event) => ({ do: "remove", path: [...path, event] }));
}

/** The consumers, the switch as it was, and what nothing is left in. */
function remove(document: Json, consumers: Path, ownerOf: OwnerOf, memory: Memory): readonly Change[] {
  const own = ownConsumers(document, consumers, ownerOf);
  const back = switchBack(document, consumers, own, memory);
  const isAll = own.length > 0 && own.length === listed(document, consumers).length;
  if (!isAll || memory.text(consumers) !== undefined) {
    return [...own.map((consumer) => removal(consumer, consumers)), ...back];
  }
  const gone = back.filter((change) => change.do === "remove").map(({ path }) => path.at(-1));
  return [{ do: "remove", path: outermost(document, consumers, gone, memory) }, ...back];
}

/** The container that holds nothing but what goes; one that the user had, though empty, stays. */
function outermost(document: Json, path: Path, gone: readonly unknown[], memory: Memory): Path {
  const above = path.slice(0, -1);
  const members = at(document, above);
  if (above.length === 0 || !isObject(members) || memory.text(above) !== undefined) return path;
  const left = Object.keys(members).filter((name) => name !== path.at(-1) && !gone.includes(name));
  return left.length === 0 ? outermost(document, above, [], memory) : path;
}

function removal({ index }: OwnConsumer, consumers: Path): Change {
  return { do: "remove", path: [...consumers, index] };
}

/** One for each event that it gets. */
function entriesOf({ command, own, value }: OwnConsumer): OwnEntry[] {
  const events = isObject(value.events) ? value.events : {};
  return EVENT_NAMES.agentica.filter((event) => events[event] !== false).map((event) => ({ event, command, own }));
}
