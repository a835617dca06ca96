// `deno task fixtures [--check]`: writes, beside each recording, what it becomes and which states its session goes
// through; with `--check` it writes nothing and names the files that differ. What a person expects is never written here.

import { play } from "./fixtures/play.ts";
import { fileOf, readScenario, scenarioNames } from "./fixtures/scenario.ts";
import { inputsText, statesText } from "./fixtures/told.ts";

/** A file that is not, or not any more, what the recording beside it gives. */
export type Outdated = { readonly file: URL; readonly text: string };

/** Every generated file that differs. */
export async function outdated(): Promise<readonly Outdated[]> {
  const files: Outdated[] = [];
  for (const name of scenarioNames()) files.push(...await generated(name));
  return files.filter(({ file, text }) => textOf(file) !== text);
}

async function generated(name: string): Promise<readonly Outdated[]> {
  const moments = await play(readScenario(name));
  return [
    { file: fileOf(name, ".inputs.jsonl"), text: inputsText(moments) },
    { file: fileOf(name, ".states.txt"), text: statesText(moments) },
  ];
}

function textOf(file: URL): string | undefined {
  try {
    return Deno.readTextFileSync(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

if (import.meta.main) {
  const check = Deno.args.includes("--check");
  const files = await outdated();
  for (const { file, text } of files) {
    if (!check) Deno.writeTextFileSync(file, text);
    console.log(
      `${check ? "differs" : "written"}: ${decodeURIComponent(file.pathname.split("/fixtures/").at(-1) ?? "")}`,
    );
  }
  if (check && files.length > 0) {
    console.log("Run `deno task fixtures`, and look at what changed before it is committed");
  }
  Deno.exit(check && files.length > 0 ? 1 : 0);
}
