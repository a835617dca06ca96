// The shell header of the portable build (DESIGN section 10): finds the same places as src/paths.ts, unpacks the runtime
// once, and runs each subcommand with the flags of src/permissions.ts, which stand here with shell variables for paths.
// tests/launcher_test.ts holds it against the table, environment by environment. POSIX sh alone.

import { ENV, NAME, OLD_ENV, VERSION } from "../src/brand.ts";
import { DROPPED, sealed } from "../src/launch.ts";
import { flags, grants, type Place, PLACE_ENV, ROWS } from "../src/permissions.ts";
import { defaultSupport } from "../src/paths.ts";
import { reach } from "./launcher_reach.ts";

/** `files`: the names in it. */
export type Payload = { readonly os: "linux" | "darwin"; readonly hash: string; readonly files: readonly string[] };

/** The whole header; the gzipped tar of runtime and program follows its last byte. */
export function launcher({ os, hash, files }: Payload): string {
  const text = [
    ...HEAD,
    ...home(),
    ...WHOLE,
    ...support(os),
    ...(os === "linux" ? linuxSocket() : macSocket()),
    ...places(os),
    ...runtime(hash, files),
    ...ENVIRONMENT,
    ...reach(COMMA),
    ...dispatch(),
    "",
  ].join("\n");
  const length = new TextEncoder().encode(text).length;
  // As wide as the gap it fills, so that the header keeps its length.
  return text.replace(OFFSET, String(length + 1).padEnd(OFFSET.length));
}

/** Where the payload starts, counted from 1: filled in when the header is whole. */
const OFFSET = "@offset@";

/** Lower case, so that a variable that an agent exports is never changed on the way. */
const VARIABLES: Place = {
  support: "$vults_support",
  socket: "$vults_socket",
  folder: "$vults_folder",
  api: "$vults_api",
  lock: "$vults_socket.lock",
  also: "$vults_also",
  alsoFolder: "$vults_also_folder",
  config: "$vults_config",
  home: "$vults_home",
  runtime: "$vults_runtime/deno",
  named: ["$vults_named"],
  reach: {
    binary: "$vults_binary",
    folders: ["$vults_reach"],
    above: ["$vults_above"],
    programs: ["$vults_programs"],
    codex: "$vults_codex",
  },
};

/** Of `$-:${BASH_VERSION-}`: another shell may have got the version from the environment, the option it has not. */
const IN_BASH = "*B*:?*";

const HEAD = [
  "#!/bin/sh",
  `# ${NAME} ${VERSION}, portable: this script, a runtime and the program in one file. Made by scripts/compile.ts.`,
  "# Every subcommand gets its own permissions, and an environment without what could run foreign code.",
  "",
  "# bash takes functions and options from the environment; -p, which not every shell knows, ignores both. It has to get",
  "# there by words that no function can replace: in POSIX mode, special builtins come first.",
  "{ POSIXLY_CORRECT=1; set +xv; } 2>/dev/null",
  "case $-:${BASH_VERSION-} in",
  "  *p*:*) ;;",
  `  ${IN_BASH}) exec "$BASH" -p "$0" "$@" ;;`,
  "esac",
  "",
  "vults_command=${1-}",
  'vults_words=" $* "',
  "vults_path=${PATH-}",
  "PATH=/usr/bin:/bin:$vults_path",
  "",
  "# A hook never fails and never speaks; a gate of Cursor's may read silence with 0 as a block.",
  "refuse() {",
  '  if [ "$vults_command" = hook ]; then',
  "    case $vults_words in *' --agent cursor '*) case $vults_words in *' --approval '*) exit 1 ;; esac ;; esac",
  "    exit 0",
  "  fi",
  "  printf '%s\\n' \"$1\" >&2",
  "  exit 1",
  "}",
  "",
  "folder_of() {",
  "  case $1 in",
  "    ?*/*) vults_of=${1%/*} ;;",
  "    *) vults_of=/ ;;",
  "  esac",
  "}",
  "",
];

/** Unset, it is asked of the user database. */
function home(): string[] {
  return [
    'if [ -z "${HOME-}" ]; then',
    "  vults_user=$(id -un)",
    "  case $vults_user in",
    "    '' | *[!A-Za-z0-9._-]*) ;;",
    '    *) eval "HOME=~$vults_user" ;;',
    "  esac",
    "  case ${HOME-} in",
    "    /*) export HOME ;;",
    "    *) unset HOME ;;",
    "  esac",
    "fi",
    "",
  ];
}

/** As `wholePaths` in src/wire/endpoint.ts. The folder of `config.toml` stops nobody: `places` reads it. */
const WHOLE = [
  `for vults_name in ${PLACE_ENV.filter((name) => name !== "XDG_CONFIG_HOME").join(" ")}; do`,
  '  eval "vults_value=\\${$vults_name-}"',
  "  case $vults_value in",
  "    '' | /*) ;;",
  '    *) refuse "$vults_name must be a whole path, got \\"$vults_value\\"" ;;',
  "  esac",
  "done",
  "",
];

function support(os: Payload["os"]): string[] {
  const shell = (name: string) => name === "HOME" ? "$HOME" : "${XDG_DATA_HOME:-$HOME/.local/share}";
  const standard = defaultSupport({ env: shell, os, uid: 0 });
  return [
    `vults_support=\${${ENV}SUPPORT_DIR:-\${${OLD_ENV}SUPPORT_DIR:-}}`,
    'if [ -z "$vults_support" ]; then',
    `  if [ -z "\${HOME-}" ]; then refuse 'Cannot find the support folder: neither HOME nor ${ENV}SUPPORT_DIR is set'; fi`,
    `  vults_support="${standard}"`,
    "fi",
    "vults_home=${HOME:-$vults_support}",
    "",
  ];
}

/** Only the daemon listens a second time, for shells without `XDG_RUNTIME_DIR`. */
function linuxSocket(): string[] {
  return [
    `fallback() { vults_fallback=/tmp/${NAME}-$(id -u)/${NAME}.sock; }`,
    "vults_dedicated=yes",
    "vults_also=",
    `if [ -n "\${${ENV}SOCKET-}" ]; then`,
    `  vults_socket=$${ENV}SOCKET`,
    '  folder_of "$vults_socket"',
    '  if [ "$vults_of" = "${XDG_RUNTIME_DIR-}" ]; then vults_dedicated=no; fi',
    'elif [ -n "${XDG_RUNTIME_DIR-}" ]; then',
    `  vults_socket=$XDG_RUNTIME_DIR/${NAME}.sock`,
    "  vults_dedicated=no",
    '  if [ "$vults_command" = serve ]; then',
    "    fallback",
    "    vults_also=$vults_fallback",
    "  fi",
    "else",
    "  fallback",
    "  vults_socket=$vults_fallback",
    "fi",
  ];
}

function macSocket(): string[] {
  return [
    `vults_socket=\${${ENV}SOCKET:-$vults_support/run/${NAME}.sock}`,
    "vults_dedicated=yes",
    "vults_also=",
    'folder_of "$vults_socket"',
    'if [ "$vults_of" = "${XDG_RUNTIME_DIR-}" ]; then vults_dedicated=no; fi',
  ];
}

function places(os: Payload["os"]): string[] {
  return [
    'folder_of "$vults_socket"',
    `vults_api=$vults_of/${NAME}-api.sock`,
    "vults_folder=$vults_of",
    'if [ "$vults_dedicated" = no ]; then vults_folder=$vults_socket; fi',
    'if [ -n "$vults_also" ]; then',
    '  folder_of "$vults_also"',
    "  vults_also_folder=$vults_of",
    "else",
    "  vults_also=$vults_socket",
    "  vults_also_folder=$vults_folder",
    "fi",
    ...configFile(os),
    'case "$vults_support$vults_home$vults_socket$vults_also$vults_config" in',
    `  *,*) refuse '${COMMA}' ;;`,
    "esac",
    "",
  ];
}

/** As in src/paths.ts. */
function configFile(os: Payload["os"]): string[] {
  if (os === "darwin") return ["vults_config=$vults_support/config.toml"];
  return [
    "vults_config=${XDG_CONFIG_HOME-}",
    "case $vults_config in '~' | '~/'*) vults_config=${HOME-}${vults_config#'~'} ;; esac",
    "case $vults_config in /*) ;; *) vults_config=${HOME-}/.config ;; esac",
    `vults_config=$vults_config/${NAME}/config.toml`,
  ];
}

const COMMA =
  `Cannot run ${NAME}: a folder it needs has a comma in its name, and permissions are lists separated by commas`;

/** Unpacked beside its final name, then renamed; whoever owns or may enter the folder could swap what runs. */
function runtime(hash: string, files: readonly string[]): string[] {
  return [
    "vults_runtimes=$vults_support/runtime",
    `vults_runtime=$vults_runtimes/${hash}`,
    "",
    "# One or two folders; `ls` is asked once, for every hook pays for it.",
    "ours() {",
    "  for vults_each; do",
    '    [ -d "$vults_each" ] && [ ! -L "$vults_each" ] && [ -O "$vults_each" ] || return 1',
    "  done",
    '  vults_modes=$(ls -ld "$@")',
    "  case $vults_modes in drwx------*) ;; *) return 1 ;; esac",
    "  if [ $# -eq 1 ]; then return 0; fi",
    '  case $vults_modes in *"',
    'drwx------"*) return 0 ;; esac',
    "  return 1",
    "}",
    "",
    "foreign() {",
    '  refuse "Cannot run from \\"$1\\": it is not a folder of yours alone (mode 0700). Remove it, it is made anew"',
    "}",
    "",
    "unpack() {",
    "  vults_umask=$(umask)",
    "  umask 077",
    '  mkdir -p "$vults_runtimes" && ours "$vults_runtimes" || foreign "$vults_runtimes"',
    "  # What a killed one left.",
    '  for vults_old in "$vults_runtimes"/.new-*; do',
    '    kill -0 "${vults_old##*-}" 2>/dev/null || rm -rf "$vults_old"',
    "  done",
    "  vults_new=$vults_runtimes/.new-$$",
    "  trap 'rm -rf \"$vults_new\"' EXIT",
    "  trap 'exit 1' HUP INT TERM",
    '  mkdir "$vults_new" && tail -c "+$vults_offset" "$0" | tar -xzof - -C "$vults_new" ||',
    '    refuse "Cannot unpack the runtime into \\"$vults_runtimes\\": is there room for it, and are tar and gzip there?"',
    "  # The archive may carry a mode for the folder itself.",
    '  chmod 700 "$vults_new"',
    '  if [ -n "$vults_torn" ]; then rm -rf "$vults_runtime"; fi',
    "  # Somebody may have been faster: then this one lands inside, and goes.",
    '  [ -d "$vults_runtime" ] || mv "$vults_new" "$vults_runtime"',
    '  rm -rf "$vults_new" "$vults_runtime/.new-$$"',
    "  trap - EXIT HUP INT TERM",
    '  umask "$vults_umask"',
    "}",
    "",
    `vults_offset=${OFFSET}`,
    "vults_torn=",
    'if [ "$vults_command" = hook ]; then',
    "  :",
    'elif [ ! -d "$vults_runtime" ]; then',
    "  unpack",
    "else",
    '  if [ ! -x "$vults_runtime/deno" ]; then vults_torn=yes; fi',
    `  for vults_each in ${files.join(" ")}; do`,
    '    if [ ! -s "$vults_runtime/$vults_each" ]; then vults_torn=yes; fi',
    "  done",
    '  if [ -n "$vults_torn" ]; then unpack; fi',
    "fi",
    'ours "$vults_runtimes" "$vults_runtime" || foreign "$vults_runtime"',
    "",
  ];
}

/** The search for names costs two processes, so it is made only where there is something to find. */
const ENVIRONMENT = [
  `unset ${DROPPED.join(" ")}`,
  "case $(export -p) in",
  "  *DENO_* | *OTEL_*)",
  "    for vults_name in $(env | sed -n -e 's/^\\(DENO_[A-Za-z0-9_]*\\)=.*/\\1/p' -e 's/^\\(OTEL_[A-Za-z0-9_]*\\)=.*/\\1/p'); do",
  '      unset "$vults_name"',
  "    done",
  "    ;;",
  "esac",
  "DENO_DIR=$vults_runtimes",
  "DENO_NO_UPDATE_CHECK=1",
  "export DENO_DIR DENO_NO_UPDATE_CHECK",
  "PATH=$vults_path",
  "",
];

function dispatch(): string[] {
  const rows = [...ROWS.keys()].flatMap((command) => [`  ${command})`, ...run(command), "    ;;"]);
  return ["case $vults_command in", ...rows, "  *)", ...run(undefined), "    ;;", "esac"];
}

function run(command: string | undefined): string[] {
  const allowed = flags(grants(command, VARIABLES)).map((flag) => `"${flag}"`);
  const words = ['exec "$vults_runtime/deno" run', ...sealed(command), ...allowed, '"$vults_runtime/main.js" "$@"']
    .join(" ");
  // R1: a hook that cannot even be started ends with 0, and what the runtime says of itself is for nobody.
  if (command === "hook") return [LIVING_FOLDER, ...FAILING_EXEC, `    ${words} 2>/dev/null`, "    exit 0"];
  if (allowed.some((flag) => flag.includes("$vults_reach"))) return ["    find_reach", `    ${words}`];
  return allowed.some((flag) => flag.includes("$vults_named")) ? [...NAMED, `    ${words}`] : [`    ${words}`];
}

/** In a folder that has been deleted the runtime does not start. */
const LIVING_FOLDER = `    [ "\${PWD-}" -ef . ] || cd / 2>/dev/null`;

/** A shell ends when `exec` fails: bash must be told not to, the others run their trap. */
const FAILING_EXEC = [
  "    trap 'exit 0' EXIT",
  `    case $-:\${BASH_VERSION-} in ${IN_BASH}) shopt -s execfail ;; esac`,
];

/** The files that the command line names, as one list. */
const NAMED = [
  "    vults_named=/dev/null",
  "    vults_first=yes",
  '    for vults_word in "$@"; do',
  "      case $vults_first$vults_word in",
  "        yes*) vults_first= ;;",
  "        -* | '') ;;",
  '        *,*) refuse "Cannot read \\"$vults_word\\": permissions are lists separated by commas. Use a name without one" ;;',
  "        *) vults_named=$vults_named,$vults_word ;;",
  "      esac",
  "    done",
];
