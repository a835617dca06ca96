// `deno task test:mutants`: breaks one safety rule at a time in a copy of the tree, and shows which test turns red. A
// mutant that no test notices fails the run: the tests that guard R2, R3, R4, R6 and R7 must not be able to sleep.

import { type Mutant, MUTANTS } from "./mutants/list.ts";

const COPIED = ["src", "install", "tests", "fixtures", "scripts", "main.ts", "hook.ts", "deno.json", "deno.lock"];

const root = new URL("..", import.meta.url).pathname;
const folder = await Deno.makeTempDir({ prefix: "vults-mutants-" });
let survivors = 0;
try {
  for (const mutant of MUTANTS) {
    if (!await isPresent(root, mutant)) {
      console.log(`✗ ${mutant.name}: ${mutant.file} has no longer the text that this mutant changes`);
      survivors++;
      continue;
    }
    const red = await run(root, folder, mutant);
    if (red.length === 0) survivors++;
    console.log(
      red.length === 0
        ? `✗ ${mutant.name}: no test noticed`
        : `✓ ${mutant.name}: ${red.length} tests red, e.g. "${red[0]}"`,
    );
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}
console.log(`${MUTANTS.length - survivors} of ${MUTANTS.length} mutants found`);
Deno.exit(survivors === 0 ? 0 : 1);

/** True when the text that the mutant changes stands exactly once in its file. */
async function isPresent(root: string, { file, from }: Mutant): Promise<boolean> {
  return (await Deno.readTextFile(`${root}${file}`)).split(from).length === 2;
}

/** The names of the tests that turn red. */
async function run(root: string, folder: string, mutant: Mutant): Promise<string[]> {
  const tree = `${folder}/tree`;
  await copyTree(root, tree);
  const file = `${tree}/${mutant.file}`;
  await Deno.writeTextFile(file, (await Deno.readTextFile(file)).replace(mutant.from, () => mutant.to));
  const command = new Deno.Command(Deno.execPath(), {
    args: ["test", "--allow-all", "--no-prompt", "--no-check", "--reporter=tap", ...mutant.tests],
    cwd: tree,
    stdout: "piped",
    stderr: "null",
  });
  const { stdout } = await command.output();
  await Deno.remove(tree, { recursive: true });
  return [...new TextDecoder().decode(stdout).matchAll(/^not ok \d+ - (.*)$/gm)].map((match) => match[1] ?? "");
}

async function copyTree(root: string, tree: string): Promise<void> {
  await Deno.mkdir(tree, { recursive: true });
  for (const name of COPIED) await copy(`${root}${name}`, `${tree}/${name}`);
}

async function copy(from: string, to: string): Promise<void> {
  if ((await Deno.stat(from)).isFile) return await Deno.copyFile(from, to);
  await Deno.mkdir(to, { recursive: true });
  for await (const { name } of Deno.readDir(from)) await copy(`${from}/${name}`, `${to}/${name}`);
}
