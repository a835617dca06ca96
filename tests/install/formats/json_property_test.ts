// What an edit keeps, whatever a file looks like: every foreign byte, the way back to the same bytes, exactly the value
// that was asked for, and rest once it is there (`installer.md` sections 9 and 14, number 4).

import { assert, assertEquals } from "@std/assert";
import { parse } from "@std/jsonc";
import fc from "fast-check";
import type { Change, Edited, Format, Path } from "../../../install/formats/format.ts";
import { jsonc, strictJson } from "../../../install/formats/json.ts";
import { documentIn } from "./round.ts";
import { isObject, type Json } from "../../../src/domain/json.ts";
import { document, EVENTS, look, textOf } from "./json_documents.ts";

const RUNS = { numRuns: 400 };
const FORMATS = [["JSON", strictJson, false], ["JSONC", jsonc, true]] as const;

const group: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  {
    matcher: "*",
    hooks: [{ type: "command", command: "[ -x '/b/é' ] || exit 0; exec '/b/é' \"claude\"", timeout: 5 }],
  },
  { hooks: [{ type: "command", command: "x\\y\t\u007f", async: true }], empty: {}, none: [] },
  { command: "🙂", timeout: 1.5 },
  "text",
  [],
);
const append = fc.record({ event: fc.constantFrom(...EVENTS), value: group })
  .map(({ event, value }): Change => ({ do: "append", path: ["hooks", event], value }));
const members = fc.subarray<Change>([
  { do: "set", path: ["version"], value: 1, first: true },
  { do: "set", path: ["statusLine"], value: { type: "command", command: "s" } },
  { do: "set", path: ["hooks", "zz"], value: [1, { a: null }] },
]);
const additions = fc.tuple(fc.array(append, { minLength: 1, maxLength: 5 }), members)
  .map(([appended, set]): Change[] => [...appended, ...set]);

for (const [name, format, comments] of FORMATS) {
  const file = fc.tuple(document, look).map(([source, drawn]) => textOf(source, drawn, comments));

  Deno.test(`${name}: every byte of the file is still there, in order, after an addition`, () => {
    check(file, additions, (text, changes) => {
      const edited = edit(format, text, changes);
      // The white space inside a container that was empty is the one thing that may go.
      const kept = edited.undo.length === 0 ? text : text.replace(/[ \t\r\n]/g, "");
      assert(isWithin(kept, edited.text), edited.text);
      assertEquals(text.startsWith("\uFEFF"), edited.text.startsWith("\uFEFF"));
      assertEquals(/\s*$/.exec(text)?.[0], /\s*$/.exec(edited.text)?.[0]);
    });
  });

  Deno.test(`${name}: what was added and is taken away again leaves the same bytes`, () => {
    check(file, additions, (text, changes) => {
      const edited = edit(format, text, changes);
      assertEquals(edit(format, edited.text, wayBack(format, text, changes, edited)).text, text);
    });
  });

  Deno.test(`${name}: the result reads as the file's value with the changes, by another parser too`, () => {
    check(file, additions, (text, changes) => {
      const edited = edit(format, text, changes);
      const wanted = changes.reduce(addedTo, documentIn(format, text));
      assertEquals(plain(documentIn(format, edited.text)), plain(wanted));
      const other = comments
        ? parse(edited.text.replace(/^\uFEFF/, ""))
        : JSON.parse(edited.text.replace(/^\uFEFF/, ""));
      assertEquals(plain(other), plain(wanted));
    });
  });

  Deno.test(`${name}: entries taken from anywhere take nothing else along`, () => {
    const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 4 });
    check(file, picks, (text, drawn) => {
      const value = documentIn(format, text);
      const lists = EVENTS.flatMap((event) => {
        const list = at(value, ["hooks", event]);
        return Array.isArray(list) ? list.map((_, index): Path => ["hooks", event, index]) : [];
      });
      const events = at(value, ["hooks"]);
      const names = isObject(events) ? Object.keys(events) : [];
      const paths = [...lists, ...names.map((event): Path => ["hooks", event])];
      const removed = [...new Set(drawn.map((index) => paths[index % paths.length]))].filter((path) =>
        path !== undefined
      );
      const edited = edit(format, text, removed.map((path): Change => ({ do: "remove", path })));
      assertEquals(plain(documentIn(format, edited.text)), plain(without(value, removed)));
      assert(isWithin(edited.text, text), edited.text);
    });
  });

  Deno.test(`${name}: changes of every kind at once give exactly their sum`, () => {
    check(file, fc.tuple(additions, fc.array(fc.nat(), { maxLength: 3 })), (text, [changes, drawn]) => {
      const value = documentIn(format, text);
      const elements = EVENTS.flatMap((event) => {
        const list = at(value, ["hooks", event]);
        return Array.isArray(list) ? list.map((_, index): Path => ["hooks", event, index]) : [];
      });
      const chosen = [...new Set(drawn.map((index) => elements[index % elements.length]))].filter((path) =>
        path !== undefined
      );
      const mixed = chosen.map((path, index): Change =>
        index % 2 === 0 ? { do: "remove", path } : { do: "set", path, value: { replaced: [index] } }
      );
      const edited = edit(format, text, [...mixed, ...changes]);
      const replaced = mixed.reduce(
        (sum, change) => change.do === "set" ? put(sum, change.path, change.value) : sum,
        value,
      );
      const added = changes.reduce(addedTo, replaced);
      const gone = mixed.filter((change) => change.do === "remove").map(({ path }) => path);
      assertEquals(plain(documentIn(format, edited.text)), plain(without(added, gone)));
    });
  });

  Deno.test(`${name}: a value that is there already is no change, however it is laid out`, () => {
    check(file, additions, (text, changes) => {
      const edited = edit(format, text, changes);
      const value = documentIn(format, edited.text);
      const again = [
        ["hooks"],
        ["hooks", "zz"],
        ["version"],
        ["statusLine"],
        ...EVENTS.map((event) => ["hooks", event]),
      ]
        .flatMap((path): Change[] => {
          const found = at(value, path);
          return found === undefined || path.length === 1 && path[0] === "hooks"
            ? []
            : [{ do: "set", path, value: found }];
        });
      assertEquals(edit(format, edited.text, again), { text: edited.text, made: [], undo: [] });
      assertEquals(edit(format, edited.text, [{ do: "remove", path: ["no", "such", 3] }]).text, edited.text);
    });
  });
}

Deno.test("strict JSON is read exactly where JSON.parse reads an object", () => {
  const broken = fc.tuple(
    document,
    look,
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(..."{}[],:\"'/*\\\u0001 \n1-+.eEtn\u00a0")), {
      maxLength: 2,
    }),
  ).map(([source, drawn, edits]) =>
    edits.reduce((text, [place, sign]) => {
      const index = place % (text.length + 1);
      return text.slice(0, index) + (sign === " " ? "" : sign) + text.slice(index + (place % 2));
    }, textOf(source, { ...drawn, bom: false }, false))
  );
  fc.assert(
    fc.property(broken, (text) => {
      const read = strictJson.read(text);
      const reason = "refused" in read ? read.refused : undefined;
      // JSON.parse takes half a pair; the parsers of other languages do not.
      if (reason?.includes("surrogate")) return;
      assertEquals(reason === undefined, parses(text), text);
      if (!("refused" in read) && text.trim() !== "") assertEquals(read.document, JSON.parse(text));
    }),
    { numRuns: 1500 },
  );
});

function check<T>(
  file: fc.Arbitrary<string>,
  drawn: fc.Arbitrary<T>,
  property: (text: string, drawn: T) => void,
): void {
  fc.assert(fc.property(file, drawn, property), RUNS);
}

function edit(format: Format, text: string, changes: readonly Change[]): Edited {
  const edited = format.edit(text, changes);
  assert(!("refused" in edited), JSON.stringify(edited));
  return edited;
}

/** What an uninstall asks for: containers that we made go, those that we filled get their old text, entries go. */
function wayBack(format: Format, text: string, changes: readonly Change[], { made, undo }: Edited): Change[] {
  const restored = undo.map((entry): Change => ({ do: "restore", ...entry }));
  const whole = [...made, ...undo.map(({ path }) => path)];
  const isBelow = (path: Path) => whole.some((upper) => upper.length < path.length && isUnder(path, upper));
  const gone = made.filter((path) => !isBelow(path)).map((path): Change => ({ do: "remove", path }));
  const seen = new Map<string, number>();
  const entries = changes.flatMap((change): Change[] => {
    const list = at(documentIn(format, text), change.path);
    const count = seen.get(change.path.join()) ?? (Array.isArray(list) ? list.length : 0);
    seen.set(change.path.join(), count + 1);
    const path = change.do === "append" ? [...change.path, count] : change.path;
    return isBelow(path) ? [] : [{ do: "remove", path }];
  });
  return [...restored, ...gone, ...entries];
}

function isUnder(path: Path, upper: Path): boolean {
  return upper.every((step, index) => step === path[index]);
}

function addedTo(value: Json, change: Change): Json {
  if (change.do === "set") return put(value, change.path, change.value);
  assert(change.do === "append");
  const list = at(value, change.path);
  return put(value, change.path, [...(Array.isArray(list) ? list : []), change.value]);
}

function put(value: Json | undefined, [step, ...rest]: Path, next: Json): Json {
  if (step === undefined) return next;
  if (Array.isArray(value)) return value.map((item, index) => index === step ? put(item, rest, next) : item);
  const old = isObject(value) ? value : {};
  const inner = Object.hasOwn(old, step) ? old[step] : undefined;
  return Object.fromEntries([...Object.entries(old), [step, put(inner, rest, next)]]);
}

function at(value: unknown, path: Path): Json | undefined {
  return path.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return inner[Number(step)];
    return isObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined;
  }, value) as Json | undefined;
}

function without(value: unknown, gone: readonly Path[], path: Path = []): Json {
  const stays = (step: string | number) => {
    return !gone.some((one) => one.length === path.length + 1 && isUnder(one, [...path, step]));
  };
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => stays(index) ? [without(item, gone, [...path, index])] : []);
  }
  if (!isObject(value)) return value as Json;
  const kept = Object.entries(value).filter(([name]) => stays(name));
  return Object.fromEntries(kept.map(([name, item]) => [name, without(item, gone, [...path, name])]));
}

/** The order of members is proved by the bytes; here the values count. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const names = Object.keys(value).toSorted();
  return names.map((name) => [name, plain(value[name])]);
}

function isWithin(part: string, whole: string): boolean {
  let found = 0;
  for (const sign of whole) if (part.startsWith(sign, found)) found += sign.length;
  return found === part.length;
}

function parses(text: string): boolean {
  if (text.trim() === "") return true;
  try {
    return isObject(JSON.parse(text));
  } catch (error) {
    assert(error instanceof SyntaxError);
    return false;
  }
}
