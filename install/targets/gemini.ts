// The Gemini CLI: entries that older products left in its settings go; none is ever added (`installer.md` 6.12).

import { NAME } from "../../src/brand.ts";
import { jsonc } from "../formats/json.ts";
import { jsonTarget } from "./json_target.ts";
import type { Target } from "./target.ts";

/** The target of `uninstall --agent gemini`. Antigravity is its successor. */
export const gemini: Target = {
  ...jsonTarget({ agent: "antigravity", format: jsonc, grouped: true, command: "command" }),
  install: () => ({
    refused: "nothing is installed for the Gemini CLI any more",
    mend: `${NAME} install --agent antigravity`,
  }),
};
