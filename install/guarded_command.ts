// What a command line of ours, or of an older product, really runs: the words behind our guard, or a simple command with a
// tail that only silences it (`installer.md` section 5). Any other line runs something that we did not write.

import { onlyWords, shellTokens, type Token } from "./shell_words.ts";

/** The program and its arguments; `undefined` for a line of any other shape. */
export function commandOf(line: string, home?: string): readonly string[] | undefined {
  const tokens = shellTokens(line, home);
  return tokens && (guarded(tokens) ?? onlyWords(withoutTail(tokens)));
}

/** `[ -x W ] || exit N; exec W …` or `[ -x W ] && W …; exit 0`, where each W is the same. */
function guarded([open, flag, program, close, operator, ...rest]: readonly Token[]): readonly string[] | undefined {
  if (open !== "[" || flag !== "-x" || close !== "]") return undefined;
  const words = is(operator, "||") ? afterExit(rest) : is(operator, "&&") ? beforeExit(rest) : undefined;
  return words?.[0] === program ? words : undefined;
}

function afterExit([exit, code, end, exec, ...words]: readonly Token[]): readonly string[] | undefined {
  if (exit !== "exit" || (code !== "0" && code !== "1") || !is(end, ";") || exec !== "exec") return undefined;
  return onlyWords(words);
}

function beforeExit(tokens: readonly Token[]): readonly string[] | undefined {
  const [end, exit, code] = tokens.slice(-3);
  if (!is(end, ";") || exit !== "exit" || code !== "0") return undefined;
  return onlyWords(tokens.slice(0, -3));
}

/** Without `|| exit 0` or `|| true` at the end, and without the redirections before it. */
function withoutTail(tokens: readonly Token[]): readonly Token[] {
  const left = withoutElse(tokens);
  for (;;) {
    if (is(left.at(-1), "2>&1")) left.length -= 1;
    else if (is(left.at(-2), ">") && left.at(-1) === "/dev/null") left.length -= 2;
    else return left;
  }
}

function withoutElse(tokens: readonly Token[]): Token[] {
  if (is(tokens.at(-2), "||") && tokens.at(-1) === "true") return tokens.slice(0, -2);
  if (is(tokens.at(-3), "||") && tokens.at(-2) === "exit" && tokens.at(-1) === "0") return tokens.slice(0, -3);
  return [...tokens];
}

function is(token: Token | undefined, operator: string): boolean {
  return typeof token === "object" && token.operator === operator;
}
