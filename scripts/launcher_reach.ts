// What of the launcher finds where an install reaches (`findReach` in install/reach.ts, in shell): real folders behind links
// and variables, the programs that are asked, and the file that runs. A hook only reads past it.

import { bashCandidates } from "../install/choose_bash.ts";
import { claudeCandidates } from "../install/claude_probe.ts";
import { appServerSocket } from "../install/codex_trust.ts";
import { configFiles, movingVariables } from "../install/reach.ts";
import { BINARY_ENV } from "../src/permissions.ts";

/** Stands for a folder of the environment while a list is made. */
const MOVED = "/@moved@";

/** The functions; `find_reach` is the one to call. `comma` is said of a path that no list of grants can hold. */
export function reach(comma: string): string[] {
  const usual = configFiles({ home: "$vults_home", env: () => undefined });
  return [
    ...looking(comma),
    ...probing(),
    "find_reach() {",
    "  case $0 in /*) vults_binary=$0 ;; *) vults_binary=$PWD/$0 ;; esac",
    `  case $vults_binary in *,*) refuse '${comma}' ;; esac`,
    `  ${BINARY_ENV}=$vults_binary`,
    `  export ${BINARY_ENV}`,
    "  vults_folders=",
    "  vults_above=/bin/sh",
    '  vults_real_home=$(cd -P "$vults_home" 2>/dev/null && pwd -P)',
    ...usual.map((file) => `  look_for "${file}"`),
    ...movingVariables().flatMap(moved),
    "  vults_reach=$vults_home$vults_folders",
    "  vults_codex=$vults_home/.codex",
    `  if moved "\${CODEX_HOME-}"; then vults_codex=$vults_moved; fi`,
    `  vults_codex=${appServerSocket("$vults_codex")}`,
    "  find_programs",
    "}",
    "",
  ];
}

function looking(comma: string): string[] {
  return [
    "outside() {",
    "  case $1 in",
    '    "" | "$vults_home" | "$vults_home"/*) return 1 ;;',
    `    *,*) refuse '${comma}' ;;`,
    "  esac",
    "}",
    "",
    "# As named and without links: the folder, or the first that is missing and what that would be made in.",
    "look_at() {",
    "  vults_of=$1",
    "  vults_first=",
    '  while [ ! -d "$vults_of" ]; do',
    "    vults_first=/${vults_of##*/}",
    '    folder_of "$vults_of"',
    "  done",
    '  vults_real=$(cd -P "$vults_of" 2>/dev/null && pwd -P) || vults_real=$vults_of',
    '  for vults_each in "$vults_of" "$vults_real"; do',
    '    if [ -n "$vults_first" ] && outside "$vults_each"; then vults_above=$vults_above,$vults_each; fi',
    "    vults_each=${vults_each%/}$vults_first",
    '    if outside "$vults_each"; then vults_folders=$vults_folders,$vults_each; fi',
    "  done",
    '  if [ -z "$vults_first" ]; then look_above "$vults_real"; fi',
    "}",
    "",
    "# Besides a folder, those above it that hold nothing but granted ones: what an install has made, an uninstall removes.",
    "look_above() {",
    '  folder_of "$1"',
    '  while outside "$vults_of" && leads_only_there "$vults_of"; do',
    "    vults_folders=$vults_folders,$vults_of",
    '    folder_of "$vults_of"',
    "  done",
    "}",
    "",
    "leads_only_there() {",
    '  [ "$1" != / ] && [ "$1" != "$vults_real_home" ] && ours "$1" || return 1',
    '  for vults_entry in "$1"/* "$1"/.[!.]* "$1"/..?*; do',
    '    [ -e "$vults_entry" ] || [ -L "$vults_entry" ] || continue',
    '    case $vults_folders, in *",$vults_entry,"*) ;; *) return 1 ;; esac',
    "  done",
    "  # A mount cannot be removed. The last word of `df` is where what holds the folder is mounted.",
    `  vults_mount=$(df -P "$1" 2>/dev/null | sed -n '2s/^.* [0-9]*% //p')`,
    '  [ -n "$vults_mount" ] && [ "$vults_mount" != "$1" ]',
    "}",
    "",
    "# A link leads to another folder, in which the file is replaced.",
    "look_for() {",
    '  folder_of "$1"',
    '  look_at "$vults_of"',
    '  if [ -L "$1" ] && [ -e "$1" ]; then',
    '    vults_real=$(readlink -f "$1") || return 0',
    '    folder_of "$vults_real"',
    '    look_at "$vults_of"',
    "  fi",
    "}",
    "",
    "# What does not begin with a slash then, or has `..` in it, is refused by the command.",
    "moved() {",
    "  case /$1/ in */../*) return 1 ;; esac",
    "  vults_moved=$1",
    "  case $vults_moved in '~' | '~/'*) vults_moved=$vults_home${vults_moved#'~'} ;; esac",
    "  while :; do case $vults_moved in ?*/) vults_moved=${vults_moved%/} ;; *) break ;; esac; done",
    "  case $vults_moved in /*) ;; *) return 1 ;; esac",
    "}",
    "",
  ];
}

function moved(name: string): string[] {
  const env = (asked: string) => asked === name ? MOVED : undefined;
  const files = configFiles({ home: "$vults_home", env }).filter((file) => file.startsWith(MOVED));
  return [
    `  if moved "\${${name}-}"; then`,
    ...files.map((file) => `    look_for "$vults_moved${file.slice(MOVED.length)}"`),
    "  fi",
  ];
}

/** The first `claude`, and every bash whose path the first line of a script can hold. */
function probing(): string[] {
  const claude = claudeCandidates(MOVED, "").map((path) => `"${path.replace(MOVED, "$vults_home")}"`);
  return [
    "may_run() {",
    "  case $1 in *,*) return 1 ;; esac",
    '  [ -f "$1" ] && [ -x "$1" ]',
    "}",
    "",
    "find_claude() {",
    '  if [ -z "$vults_claude" ] && may_run "$1"; then vults_claude=$1; fi',
    "}",
    "",
    "find_bash() {",
    "  case $1 in *[[:space:]]*) return ;; esac",
    '  if [ ${#1} -le 100 ] && may_run "$1"; then vults_programs=$vults_programs,$1; fi',
    "}",
    "",
    "find_programs() {",
    "  vults_programs=/dev/null",
    "  vults_claude=",
    `  for vults_each in ${claude.join(" ")}; do find_claude "$vults_each"; done`,
    `  for vults_each in ${bashCandidates("").join(" ")}; do find_bash "$vults_each"; done`,
    "  vults_ifs=$IFS",
    "  IFS=:",
    "  set -f",
    "  for vults_each in $vults_path; do",
    "    case $vults_each in",
    '      /*) find_claude "$vults_each/claude"; find_bash "$vults_each/bash" ;;',
    "    esac",
    "  done",
    "  set +f",
    "  IFS=$vults_ifs",
    '  if [ -n "$vults_claude" ]; then vults_programs=$vults_programs,$vults_claude; fi',
    "}",
    "",
  ];
}
