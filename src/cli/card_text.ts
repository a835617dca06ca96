// A card as a person reads it before answering: everything that an Allow would authorise, nothing cut, nothing hidden
// (R7), and the commands that answer it. Pure.

import { NAME } from "../brand.ts";
import type { Button, Question } from "../domain/card.ts";
import { isObject, type Json, type JsonObject } from "../domain/json.ts";
import type { Millis } from "../domain/session.ts";
import type { CardView } from "../domain/view.ts";
import { visible, visibleLines } from "./visible.ts";

/** Several lines, without the last line break. */
export function cardText(card: CardView, now: Millis): string {
  return [
    title(card, now),
    ...(card.cwd === "" ? [] : [`  folder ${visible(card.cwd)}`]),
    `  session ${visible(card.session)}${card.agentId === undefined ? "" : `, subagent ${subagent(card)}`}`,
    ...warnings(card),
    ...Object.entries(card.input).flatMap(([key, value]) => isShownBelow(card, key, value) ? [] : member(key, value)),
    ...(card.questions ?? []).flatMap(question),
    ...card.buttons.flatMap((button) => [
      `  [${visible(button.label)}]`,
      ...commands(card, button).map((command) => `    ${command}`),
    ]),
  ].join("\n");
}

/** The commands that do what a button does, each alone on its line: not every shell takes a comment behind it. */
function commands({ id, questions = [], wordless }: CardView, button: Button): string[] {
  const command = [NAME, "answer", id, ...answerWords(button, questions)].join(" ");
  return button.word === "deny" && !wordless ? [command, `${command} --message TEXT`] : [command];
}

function answerWords({ word, index, choice, mode, session }: Button, questions: readonly Question[]): string[] {
  if (word === "answer") return questions.map(() => "--answer TEXT");
  if (choice !== undefined) return [word, choice];
  const number = index === undefined ? [] : [String(index)];
  const how = mode === undefined ? [] : ["--mode", mode];
  return [word, ...number, ...how, ...(session === true ? ["--session"] : [])];
}

function title({ id, kind, agent, project, tool, rawTool, ends }: CardView, now: Millis): string {
  const left = ends === null ? "no time limit" : `${Math.max(0, Math.ceil((ends - now) / 1_000))} s left`;
  // The agent's own name stands beside ours: another tool may go by it (`agents.md` 14.2).
  const named = rawTool === tool ? tool : `${tool} (${rawTool})`;
  return [id, kind, agent, project, named, left].map(visible).join("  ");
}

function subagent({ agentId, agentType }: CardView): string {
  return visible([agentType, agentId].filter((part) => part !== undefined).join(" "));
}

function warnings(card: CardView): string[] {
  const { whole, namesUs, note } = card;
  return [
    ...(note === undefined ? [] : [`  i ${visible(note)}`]),
    ...(whole ? [] : [`  ! ${lacking(card)}, so there is no allow: answer in the terminal`]),
    ...(namesUs ? [`  ! the input names ${NAME} itself: its binary, folder, socket or port`] : []),
  ];
}

function lacking({ kind, input: { plan } }: CardView): string {
  if (kind === "plan" && (typeof plan !== "string" || plan.trim() === "")) {
    return "the agent did not send the plan's text";
  }
  return "a part of the input is not here";
}

/** Values stand behind a bar, so that no text of the agent can pass for a line of ours. */
function member(key: string, value: Json): string[] {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return [`  ${visible(key)}:`, ...visibleLines(text).map((line) => `  │ ${line}`)];
}

/** Questions are shown as such, unless they hold more than is shown so. */
function isShownBelow({ questions }: CardView, key: string, value: Json): boolean {
  if (questions === undefined || key !== "questions" || !Array.isArray(value)) return false;
  return value.every((asked) =>
    isObject(asked) && holdsOnly(asked, ["question", "header"], ["options", "multiSelect", "multiple"]) &&
    Array.isArray(asked.options) &&
    asked.options.every((option) => isObject(option) && holdsOnly(option, ["label", "description"], []))
  );
}

/** Members that are shown as text are text. */
function holdsOnly(value: JsonObject, texts: readonly string[], others: readonly string[]): boolean {
  return Object.entries(value).every(([member, shown]) => {
    return others.includes(member) || (texts.includes(member) && typeof shown === "string");
  });
}

function question({ question, header, options, multi }: Question): string[] {
  const choices = options.map(({ label, description }) =>
    `  │ - ${visible(label)}${description && `: ${visible(description)}`}`
  );
  const head = header === "" ? "" : `${visible(header)}: `;
  return [`  ? ${head}${visible(question)}${multi ? " (several: a JSON array)" : ""}`, ...choices];
}
