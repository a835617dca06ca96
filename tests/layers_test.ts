// The layer table of docs/architecture.md, enforced over every import of every file: one against it fails here.

import { assert, assertEquals } from "@std/assert";

type Rule = {
  /** Folders and files this layer may import, itself aside. */
  readonly may: readonly string[];
  readonly npm: readonly string[];
  readonly node: boolean;
  /** Words that must not stand in its code. */
  readonly never?: RegExp;
};

const PURE =
  /\bDeno\.|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bcrypto\.|\bperformance\.|\bawait\b|\basync\b|\bsetTimeout\b/;

const RULES: Readonly<Record<string, Rule>> = {
  "src/domain": { may: [], npm: [], node: false, never: PURE },
  "src/wire": { may: ["src/domain", "src/brand.ts"], npm: ["zod"], node: false, never: PURE },
  "src/agents": { may: ["src/domain", "src/brand.ts", "src/wire"], npm: [], node: false, never: PURE },
  "src/core": { may: ["src/domain", "src/brand.ts"], npm: [], node: false, never: PURE },
  "src/hook": {
    may: ["src/domain", "src/wire", "src/brand.ts", "src/paths.ts", "src/agents"],
    npm: [],
    node: false,
    never: /\bsetTimeout\b|\bnew Response\b|\bfetch\(|\bDeno\.Command\b|\bwriteSync\b/,
  },
  "src/daemon": {
    may: [
      "src/core",
      "src/wire",
      "src/agents",
      "src/domain",
      "src/brand.ts",
      "src/paths.ts",
      "src/files.ts",
      "src/web",
    ],
    npm: ["hono", "zod", "unbash", "diff", "toml-eslint-parser"],
    node: true,
  },
  "src/cli": {
    may: [
      "src/hook",
      "src/daemon",
      "src/domain",
      "src/agents",
      "src/wire",
      "src/brand.ts",
      "src/paths.ts",
      "src/files.ts",
      "src/permissions.ts",
      "src/launch.ts",
      "install",
    ],
    npm: ["@std/cli/parse-args", "zod"],
    node: false,
  },
  "src/brand.ts": { may: [], npm: [], node: false },
  "src/paths.ts": { may: ["src/brand.ts", "src/wire"], npm: [], node: false, never: PURE },
  "src/files.ts": { may: ["src/brand.ts"], npm: [], node: false },
  "src/launch.ts": { may: ["src/permissions.ts"], npm: [], node: false, never: PURE },
  "src/permissions.ts": {
    may: [
      "src/brand.ts",
      "src/paths.ts",
      "src/wire",
      "src/hook/env.ts",
      "src/agents/callers.ts",
      "src/agents/claude_managed.ts",
    ],
    npm: [],
    node: false,
    never: PURE,
  },
  install: {
    may: ["src/brand.ts", "src/paths.ts", "src/files.ts", "src/domain", "src/agents"],
    npm: ["zod", "@std/toml", "jsonc-parser", "yaml", "toml-eslint-parser", "diff"],
    node: false,
  },
  "main.ts": { may: ["src/hook", "src/cli"], npm: [], node: false },
  "hook.ts": { may: ["src/hook"], npm: [], node: false },
};

type Import = { readonly specifier: string; readonly target: string | undefined; readonly dynamic?: boolean };
type Module = { readonly file: string; readonly text: string; readonly imports: readonly Import[] };

const modules = await readModules();

Deno.test("every source file belongs to a layer of the table", () => {
  assert(modules.length > 20, "the module graph was not read");
  for (const { file } of modules) assert(layerOf(file) !== undefined, `${file} is in no layer`);
});

for (const [layer, rule] of Object.entries(RULES)) {
  Deno.test(`${layer} imports and uses only what the table allows`, () => {
    for (const module of modules.filter(({ file }) => layerOf(file) === layer)) {
      assertEquals(module.imports.filter((entry) => !allowed(module.file, entry, layer, rule)), [], module.file);
      const used = rule.never && code(module.text).match(rule.never)?.[0];
      assertEquals(used, undefined, `${module.file} uses ${used}`);
    }
  });
}

Deno.test("zod is loaded by wire/decode.ts alone among the pure layers", () => {
  const loads = modules.filter(({ file, imports }) =>
    file.startsWith("src/wire/") && imports.some(({ specifier }) => specifier === "zod")
  );
  assertEquals(loads.map(({ file }) => file), ["src/wire/decode.ts"]);
});

Deno.test("what starts the hook loads no npm package, no node: module and no agent but by a dynamic import", async () => {
  for (const entry of ["hook.ts", "src/hook/run.ts"]) {
    const graph = await info(entry);
    const loaded = graph.modules.map(({ specifier }) => specifier);
    assertEquals(
      loaded.filter((specifier) =>
        /^(npm|node):|\/(core|daemon|install)\/|\/agents\/table\.ts$|decode\.ts$/.test(specifier)
      ),
      [],
      entry,
    );
  }
});

Deno.test("core and agents never import each other, and nothing imports in a circle but lazily", () => {
  const files = new Map(modules.map((module) => [module.file, module]));
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    assert(!path.includes(file), `a circle: ${[...path, file].join(" -> ")}`);
    if (done.has(file)) return;
    for (const { target, dynamic } of files.get(file)?.imports ?? []) {
      if (!dynamic && target !== undefined && files.has(target)) visit(target, [...path, file]);
    }
    done.add(file);
  };
  for (const file of files.keys()) visit(file, []);
});

Deno.test("the check sees what it is there for", () => {
  const wire = RULES["src/wire"];
  const core = RULES["src/core"];
  assert(wire && core);
  assertEquals(
    allowed("src/core/x.ts", { specifier: "../agents/claude.ts", target: "src/agents/claude.ts" }, "src/core", core),
    false,
  );
  assertEquals(allowed("src/core/x.ts", { specifier: "zod", target: undefined }, "src/core", core), false);
  assertEquals(allowed("src/wire/x.ts", { specifier: "node:fs", target: undefined }, "src/wire", wire), false);
  assertEquals(PURE.test("const now = Date.now();"), true);
});

function layerOf(file: string): string | undefined {
  return Object.keys(RULES).filter((layer) => file === layer || file.startsWith(`${layer}/`)).sort((a, b) =>
    b.length - a.length
  )[0];
}

function allowed(file: string, { specifier, target }: Import, layer: string, rule: Rule): boolean {
  if (specifier.startsWith("node:")) return rule.node;
  if (target === undefined) return rule.npm.some((name) => specifier === name || specifier.startsWith(`${name}/`));
  if (layerOf(target) === layer) return true;
  if (layer === "src/hook" && target === "src/agents/table.ts") return false;
  if (file === "src/brand.ts") return false;
  return rule.may.some((name) => target === name || target.startsWith(`${name}/`));
}

/** The text without comments: a word in a sentence is no use of it. */
function code(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|\s)\/\/.*$/gm, "");
}

async function readModules(): Promise<Module[]> {
  const root = new URL("..", import.meta.url).pathname;
  const found: Module[] = [];
  for (const file of ["main.ts", "hook.ts", ...await listed(root, "src"), ...await listed(root, "install")]) {
    const text = await Deno.readTextFile(`${root}${file}`);
    found.push({ file, text, imports: importsOf(text, file) });
  }
  return found;
}

async function listed(root: string, folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const entry of Deno.readDir(`${root}${folder}`)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) files.push(...await listed(root, path));
    if (entry.isFile && /\.tsx?$/.test(entry.name) && !entry.name.endsWith(".d.ts")) files.push(path);
  }
  return files.sort();
}

/** Static, type-only and literal dynamic imports alike. */
function importsOf(text: string, file: string): Import[] {
  const found = [...code(text).matchAll(/(\bfrom\s*|\bimport\s*\(\s*|\bimport\s*)"([^"]+)"/g)];
  return found.map(([, keyword = "", specifier = ""]) => {
    const dynamic = keyword.includes("(");
    if (!specifier.startsWith(".")) return { specifier, target: undefined, dynamic };
    return { specifier, target: new URL(specifier, `file:///${file}`).pathname.slice(1), dynamic };
  });
}

async function info(entry: string): Promise<{ modules: { specifier: string }[] }> {
  const cwd = new URL("..", import.meta.url).pathname;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", entry],
    cwd,
    stdout: "piped",
    stderr: "null",
  }).output();
  const graph = JSON.parse(new TextDecoder().decode(stdout));
  return {
    modules: graph.modules.filter((module: { local?: string; specifier: string }) =>
      !isDynamicOnly(graph, module.specifier)
    ),
  };
}

/** Reached only through a dynamic import: not in the start-up graph. */
function isDynamicOnly(
  graph: {
    roots: string[];
    modules: { specifier: string; dependencies?: { isDynamic?: boolean; code?: { specifier: string } }[] }[];
  },
  specifier: string,
): boolean {
  const reached = new Set(graph.roots);
  for (const from of reached) {
    const module = graph.modules.find((entry) => entry.specifier === from);
    for (const { isDynamic, code } of module?.dependencies ?? []) if (!isDynamic && code) reached.add(code.specifier);
  }
  return !reached.has(specifier);
}
