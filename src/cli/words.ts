// The words of `vults answer` to the words of a card, or to what is wrong with them. Pure.

import { NAME } from "../brand.ts";
import type { Words } from "../domain/card.ts";
import { type Given, last, type Wrong } from "./arguments.ts";
import { nearest } from "./nearest.ts";
import { visible } from "./visible.ts";

/** Which flags each word takes, and what must follow it. */
const GRAMMAR: ReadonlyMap<string, { readonly flags: readonly string[]; readonly needs?: string }> = new Map([
  ["allow", { flags: ["mode", "session"] }],
  ["deny", { flags: ["message"] }],
  ["suggestion", { flags: [], needs: "a number from 0" }],
  ["choice", { flags: [], needs: "a word" }],
  ["hand-back", { flags: [] }],
]);

/** `given.words` are the card's id, the word, and what follows it. */
export function answerWords(given: Given): Words | Wrong {
  const [id = "", word, argument] = given.words;
  if (GRAMMAR.has(id)) return { wrong: `Which card? Its ID goes before ${id}, and ${NAME} cards shows it` };
  const answers = given.values.get("answer") ?? [];
  if (answers.length > 0) {
    return word === undefined ? typed(answers, given) : { wrong: `--answer goes without ${word}` };
  }
  if (word === undefined) return { wrong: "Say what to answer" };
  return misfit(word, given) ?? wordsOf(word, argument ?? "", given);
}

function wordsOf(word: string, argument: string, given: Given): Words | Wrong {
  switch (word) {
    case "allow":
      return allow(given);
    case "deny":
      return deny(given);
    case "suggestion":
      return /^\d{1,6}$/.test(argument)
        ? { suggestion: Number(argument) }
        : { wrong: "suggestion needs a number from 0" };
    case "choice":
      return { choice: argument };
    default:
      return { handBack: true };
  }
}

function allow(given: Given): Words | Wrong {
  const mode = last(given, "mode");
  if (mode !== undefined && mode !== "acceptEdits") return { wrong: "--mode can only be acceptEdits" };
  const session = given.switches.has("session");
  return { decision: "allow", ...(mode === undefined ? {} : { mode }), ...(session ? { session } : {}) };
}

function deny(given: Given): Words | Wrong {
  const message = last(given, "message");
  if (message === undefined) return { decision: "deny" };
  return message.trim() === "" ? { wrong: "--message needs words" } : { decision: "deny", message };
}

function typed(answers: readonly string[], given: Given): Words | Wrong {
  const stray = used(given).find((flag) => flag !== "answer");
  if (stray !== undefined) return { wrong: `--${stray} does not go with --answer` };
  const read = answers.map(oneAnswer);
  const bad = read.findIndex((answer) => answer === undefined);
  if (bad >= 0) return { wrong: `Answer ${bad + 1} is a JSON array of something else than words` };
  return { answers: read.filter((answer) => answer !== undefined) };
}

/** A JSON array is a choice of several; anything else is the answer itself. `undefined`: an array of other things. */
function oneAnswer(text: string): string | string[] | undefined {
  const value = array(text);
  if (value === undefined) return text;
  return value.every((item): item is string => typeof item === "string") ? value : undefined;
}

function array(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined; // not JSON, so it is the words themselves
  }
}

function misfit(word: string, given: Given): Wrong | undefined {
  const rule = GRAMMAR.get(word);
  if (rule === undefined) return unknownWord(word);
  const stray = used(given).find((flag) => !rule.flags.includes(flag));
  if (stray !== undefined) return { wrong: `--${stray} does not go with ${word}` };
  const missing = (rule.needs === undefined ? 2 : 3) - given.words.length;
  if (missing > 0) return { wrong: `${word} needs ${rule.needs}` };
  return missing < 0 ? { wrong: `Unexpected "${visible(given.words.at(-1) ?? "")}" after ${word}` } : undefined;
}

function unknownWord(word: string): Wrong {
  const close = nearest(word, [...GRAMMAR.keys()]);
  return { wrong: `Unknown answer "${visible(word)}"${close === undefined ? "" : `: did you mean ${close}?`}` };
}

function used(given: Given): string[] {
  const valued = [...given.values].filter(([, values]) => values.length > 0).map(([name]) => name);
  return [...given.switches, ...valued];
}
