// Text to the same text without its secrets: the value goes, the name stays (R6, `approvals.md` 4.2).
// The rule: in doubt a value is a secret, and what follows a doubtful quote goes with it. Every pattern is linear (bounded
// repeats, anchored at a literal), and redacting twice is redacting once. Redact before any clipping; what was cut before
// it came here ends in an ellipsis, and that stands for every end of a value that a pattern waits for.

const MARK = "[redacted]";
/** Longest text that is read, in UTF-16 units; more than is kept of any text. */
const MAX_CHARS = 65_536;
/** How much a capped text is cut back, so that it does not end inside a secret and has room for the marks. */
const CUT_BACK_CHARS = 4_096;
/** Two are usual; a hostile text may not ask for more than this. */
const MOST_PASSES = 10;

/** `text` with every secret replaced; a text over the cap loses its end. */
export function redact(text: string): string {
  const cut = capped(text);
  if (!HINT.test(cut)) return cut;
  const clean = settled(cut);
  return clean.length > MAX_CHARS ? redact(clean) : clean;
}

/** What one rule takes away may leave another one a quote less: once more, until nothing changes. */
function settled(text: string): string {
  let before = text;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const after = RULES.reduce((rest, rule) => rule(rest), before);
    if (after === before) return after;
    before = after;
  }
  return before;
}

function capped(text: string): string {
  if (text.length <= MAX_CHARS) return text;
  const cut = text.slice(0, MAX_CHARS - CUT_BACK_CHARS);
  const space = cut.slice(-CUT_BACK_CHARS).search(/\s\S*$/);
  return cut.slice(0, cut.length - CUT_BACK_CHARS + Math.max(space, 0)) + "…";
}

// Names. `token` is not the start of `tokenizer`, `secret` not of `secretary`.
const WORDS = String
  .raw`token(?!iz)|secret(?!ar)|passw(?:or)?d|passphrase|mysql_pwd|api[_-]?key|access[_-]?key|credential|private[_-]?key`;
const HEADER = String
  .raw`(?:proxy-)?authorization|(?:set-)?cookie2?|x-[\w-]{0,40}(?:key|auth|token|secret|signature|session)[\w-]{0,40}`;
const QUERY = "sig|signature|key|auth|pass|pwd|sessionid|x-(?:amz|goog)-signature";
const PREFIX = "github_pat_|gh[pousr]_|glpat-|sk-|sk_(?:live|test)_|xox[bpas]-|AKIA|ASIA|AIza|hf_|npm_|gsk_|pypi-";

// Values. A quote may be escaped any number of times (JSON inside a shell string inside JSON); one that never closes
// reaches to the end of the text.
const ESCAPED = String.raw`(?<escape>\\{1,7}["'])[\s\S]*?(?:(?<!\\)\k<escape>|(?![\s\S]))`;
const DOUBLE = String.raw`"(?:\\[\s\S]?|[^"\\])*"?`;
const SINGLE = String.raw`'(?:\\'(?=\w)|[^'])*'?`;
// In a shell, `"a"'b'c` is one word; a quote that is followed by a space belongs to something around the value.
const JOINED = String.raw`"[A-Za-z0-9$][^"\n]*(?:"|(?=…))|'[A-Za-z0-9$][^'\n]*(?:'|(?=…))`;
const AFTER_QUOTED = String.raw`(?:\\'|${JOINED}|[\w$@%+./!#*^~-])*`;
const QUOTED = String.raw`${ESCAPED}|\$?(?:${DOUBLE}|${SINGLE})${AFTER_QUOTED}`;
const BARE = String.raw`\\(?!\\{0,7}["'])[\s\S]|[^\s"'\\;&|<>()` + "`]";
const SHELL_VALUE = String.raw`(?<value>${QUOTED}|(?:${BARE})(?:${BARE}|${JOINED})*)`;
const JSON_BARE = String.raw`\\(?!\\{0,7}["'])[\s\S]|,(?=[^\s"'}\]])|[^\s"'\\,;{}\[\]&|<>()]`;
const JSON_VALUE = String
  .raw`(?<value>${QUOTED}|\[redacted\]|\[[^\[\]{}]*\]?|\{[^{}]*\}?|(?:${JSON_BARE})+)`;
/** Where a token may start: not inside a run, but right after an escape such as `\n`, `\u003d` or `%3D`. */
const START = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[nrtbf])|(?<=\\u[0-9a-fA-F]{4})|(?<=%[0-9a-fA-F]{2}))`;

/** Programs whose short option is followed by a password, joined or after a space. */
const PASSWORD_OPTIONS: readonly (readonly [string, string])[] = [
  [
    String
      .raw`mysql(?:dump|admin|import|sh|show|check)?|mariadb(?:-\w+)?|sshpass|mongo(?:sh|dump|restore|export|import)?`,
    "p",
  ],
  [
    String
      .raw`(?:docker|podman|nerdctl|buildah|skopeo|oras|helm[ \t]+registry|az(?:[ \t]+acr)?)[ \t]+login|7z[ar]?|rar|cqlsh`,
    "p",
  ],
  [String.raw`zip|unzip|sqlcmd|bcp|ipmitool|mosquitto_(?:pub|sub)`, "P"],
  [String.raw`ldap(?:search|add|modify|delete|passwd|whoami|compare)`, "w"],
  [String.raw`redis-cli`, "a"],
];

type Rule = (text: string) => string;

/** What every rule below starts from: a text without any of it, most texts, is done. */
const HINT = new RegExp(
  String
    .raw`${WORDS}|${PREFIX}|authorization|cookie|x-|bearer|PRIVATE KEY|eyJ|:\\?\/\\?\/|[?&;6](?:${QUERY})|(?:^|[\s"'])-[upwa]|-user`,
  "i",
);

const RULES: readonly Rule[] = [
  privateKeys(),
  ...headers(),
  userInfo(),
  named(String.raw`(?:[?&;]|\\u0026|%26)(?:${QUERY})(?:=|%3D)`, String.raw`(?<value>[^&\s"'#<>\\;]+)`),
  userOption(),
  ...shortOptions(),
  flags(),
  yamlLines(),
  named(
    String
      .raw`(?:${WORDS})[\w.-]{0,128}(?:\\{0,7}["'])?\]?(?:(?::=|=>|={1,3}|%3D|\\u003d)|[ \t]{1,8}(?::=|=>|={1,3})[ \t]{0,8})`,
    SHELL_VALUE,
  ),
  named(
    String.raw`(?:${WORDS}|authorization|cookie)[\w.-]{0,128}(?:\\{0,7}["'][ \t]{0,8}:\s{0,80}|[ \t]{0,8}:[ \t]{1,8})`,
    JSON_VALUE,
  ),
  named(String.raw`bearer(?:[ \t]{1,8}|%20)`, String.raw`(?<value>[^\s"'\\,;<>]+)`),
  jsonWebTokens(),
  prefixed(),
];

function privateKeys(): Rule {
  const pattern = /-----BEGIN ([A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10})-----[\s\S]*?(?:-----END \1-----|(?![\s\S]))/g;
  return (text) => text.replace(pattern, `-----BEGIN $1-----${MARK}-----END $1-----`);
}

/** A header is its whole line; inside quotes it ends where they end. */
function headers(): Rule[] {
  const name = String.raw`(?:${HEADER})[ \t]{0,8}:[ \t]{0,8}`;
  const quoted = new RegExp(String.raw`(\\{0,7}["'])(${name})[\s\S]*?(?=(?<!\\)\1|(?![\s\S]))`, "gi");
  const line = new RegExp(String.raw`^([ \t<>*]{0,16}${name})\S.*$`, "gim");
  const bare = new RegExp(String.raw`(${name})[^\s"'][^\r\n"']*`, "gi");
  return [
    (text) => text.replace(quoted, `$1$2${MARK}`),
    (text) => text.replace(line, `$1${MARK}`),
    (text) => text.replace(bare, `$1${MARK}`),
  ];
}

/** The password in `scheme://user:pass@host`, up to the last `@` before the path, or to where the text was cut. */
function userInfo(): Rule {
  const pattern = /(:\\?\/\\?\/[^\s/:@"'<>]{0,256}:)[^\s/"'<>]+(@|(?=…))/g;
  return (text) => text.replace(pattern, `$1${MARK}$2`);
}

/** `-u user:pass`; two numbers are ids of a user and a group, and `//` follows the scheme of a URL. */
function userOption(): Rule {
  const option = String.raw`(?<=^|[\s"'])(?:-[uU]|--(?:proxy-)?user)(?:[ \t=]|\\{0,7}["'][ \t]{0,8},[ \t]{0,8})?`;
  const quoted = new RegExp(
    String.raw`(${option})(\\{0,7}["'])([^\s:"'\\=]{0,128}:)[\s\S]*?(?=(?<!\\)\2|(?![\s\S]))`,
    "g",
  );
  const bare = new RegExp(String.raw`(${option}(?!\d+:\d+(?!\S))[^\s:"'\\=]{0,128}:(?!\/\/))(?:${BARE})+`, "g");
  return (text) => text.replace(quoted, `$1$2$3${MARK}`).replace(bare, `$1${MARK}`);
}

function shortOptions(): Rule[] {
  // To the end of the simple command; operators inside quotes do not end it.
  const rest = String.raw`(?:${DOUBLE}|${SINGLE}|[^|;&\n])*`;
  return PASSWORD_OPTIONS.map(([programs, option]) => {
    const command = new RegExp(String.raw`(?<![\w.-])(?:${programs})(?![\w.-])${rest}`, "g");
    const replace = named(String.raw`(?<=\s)-${option}[ \t]{0,8}(?!-)`, SHELL_VALUE, "g");
    return (text) => text.replace(command, replace);
  });
}

/** `--token VALUE`, also over a continued line and as two strings of a list. */
function flags(): Rule {
  const flag = String
    .raw`(?:${WORDS})(?<=(?:^|[\s"'])--?(?!no-)[\w-]{0,80})(?![\w-]{0,40}stdin)[\w-]{0,40}`;
  const between = String.raw`(?:[ \t]{1,8}(?:\\\r?\n[ \t]{0,80})?|\\{0,7}["'][ \t]{0,8},[ \t]{0,8}(?=\\{0,7}["']))`;
  return named(`${flag}${between}(?!-)`, SHELL_VALUE);
}

/** `api_key: value` as a line of YAML: the value is the rest of the line, or the indented block below. */
function yamlLines(): Rule {
  const key = String.raw`(?:-[ \t]{1,8})?[\w.-]{0,64}?(?:${WORDS})[\w.-]{0,64}[ \t]{0,8}:[ \t]{1,8}`;
  const block = new RegExp(
    String.raw`^([ \t]{0,64})(${key}[|>][+\-\d]{0,2})[ \t]*\n(?:\1[ \t]+.*(?:\n|$)|[ \t]*\n)+`,
    "gim",
  );
  const line = new RegExp(String.raw`^([ \t]{0,64}${key})(?![\s"'\\\[{|>])(.*?)([ \t]+#.*)?$`, "gim");
  return (text) =>
    text.replace(block, `$1$2\n$1  ${MARK}\n`)
      .replace(line, (whole, head, value, comment = "") => isPlain(head, value) ? whole : head + MARK + comment);
}

/** What `head` matches stays, the value after it goes. */
function named(head: string, value: string, flags = "gi"): Rule {
  const pattern = new RegExp(`(?<head>${head})${value}`, flags);
  return (text) =>
    text.replace(pattern, (whole, ...rest) => {
      const groups: Record<string, string> = rest.at(-1);
      const { head = "", value = "" } = groups;
      return isPlain(head, value) ? whole : head + masked(value);
    });
}

/** No secret: a number that counts tokens, or a literal that stands for nothing. */
function isPlain(head: string, value: string): boolean {
  if (/^(?:null|true|false)$/i.test(value)) return true;
  return /token(?:s|[_-]?(?:count|limit|budget|usage))/i.test(head) && /^["']?\d{1,9}(?:\.\d{1,9})?["']?$/.test(value);
}

/** The mark in the quotes of what it replaces. */
function masked(value: string): string {
  const quote = /^\$?(\\{0,7}["'])/.exec(value)?.[1] ?? "";
  return quote + MARK + quote;
}

/** Two parts at least, or one that was cut. */
function jsonWebTokens(): Rule {
  const pattern = new RegExp(String.raw`${START}eyJ[\w-]{5,}(?:(?:\.[\w-]+){1,4}\.?|…)`, "g");
  return (text) => text.replace(pattern, MARK);
}

/** A whole run that starts with a known prefix; before an ellipsis it may be short. */
function prefixed(): Rule {
  const pattern = new RegExp(String.raw`${START}(?:${PREFIX})(?:[\w-]{8,}|[\w-]+(?=…))`, "g");
  return (text) => text.replace(pattern, MARK);
}
