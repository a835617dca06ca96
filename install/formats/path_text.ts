// A path as messages name it.

import type { Path } from "./format.ts";

/** `"hooks.Stop[0]"`, or `the file` for its root. */
export function pathText(path: Path): string {
  const text = path.map((step) => typeof step === "number" ? `[${step}]` : `.${step}`).join("");
  return text === "" ? "the file" : `"${text.replace(/^\./, "")}"`;
}
