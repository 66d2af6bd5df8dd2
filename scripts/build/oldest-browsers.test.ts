import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { oldestBrowsers } from './oldest-browsers.ts';

const root = join(import.meta.dirname, '../..');

/** What runs in a visitor's browser beside packages, which tests/e2e run with younger names deleted. */
const VISITORS = /^(site\/(?!testing|gallery|pages|layouts|desk)|domain\/|content\/(?!facts\/))/;

/** Younger than some of the oldest browsers, and no loss where it is missing. */
const NO_LOSS: readonly RegExp[] = [
  // Asked for first.
  /^api\.(HTMLFormElement\.requestSubmit|scheduler|Scheduler\.postTask|Window\.(navigation|requestIdleCallback|reportError)) /,
  /^api\.(Navigation|NavigationHistoryEntry)\.\w+ .*: site\/browser\/back\.ts$/,
  // Without a dialog `:target` shows it in the page, and a link is followed.
  /^api\.HTMLDialogElement(\.\w+)? /,
  // Without a lock one goes on.
  /^api\.LockManager\.request /,
  // Without it an effect is drawn on the page, or not at all.
  /^api\.(OffscreenCanvas(\.\w+)?|HTMLCanvasElement\.transferControlToOffscreen) .*: site\/effects\//,
  // In every browser; the data count from when it follows the zoom.
  /^api\.Window\.devicePixelRatio /,
  // Of `unbrokenWords`, which the build and the server alone use.
  /lookbehind_assertion .*: domain\/text\.ts$/,
];

/** Versions by the keys of MDN's browser-compat-data, as web-features gives them. */
const SUPPORT = supportByKey();
const NAMES: Record<string, string> = { ios_saf: 'safari_ios' };

function supportByKey(): Map<string, Record<string, string>> {
  const path = join(root, 'node_modules/web-features/data.json');
  const { features } = JSON.parse(readFileSync(path, 'utf8')) as {
    features: Record<
      string,
      { status?: { by_compat_key?: Record<string, { support: Record<string, string> }> } }
    >;
  };
  return new Map(
    Object.values(features).flatMap(({ status }) =>
      Object.entries(status?.by_compat_key ?? {}).map(([key, { support }]) => [key, support] as const),
    ),
  );
}

/** Which of the oldest browsers lack what `key` names; undefined where nobody has written that down. */
function lacking(key: string): string[] | undefined {
  const support = SUPPORT.get(key);
  if (support === undefined) return undefined;
  return Object.entries(oldestBrowsers().versions)
    .filter(([name, version]) => {
      const since = support[NAMES[name] ?? name]?.replace('≤', '');
      return since === undefined || compare(since, version) > 0;
    })
    .map(([name]) => name);
}

function compare(a: string, b: string): number {
  const [first, second] = [a, b].map((version) => version.split('.').map(Number));
  return (first?.[0] ?? 0) - (second?.[0] ?? 0) || (first?.[1] ?? 0) - (second?.[1] ?? 0);
}

/** The keys that a declaration of TypeScript's own libraries may have. */
function keysOf(declaration: ts.Declaration, name: string): string[] {
  const owner = declaration.parent;
  if (ts.isVariableDeclaration(declaration))
    return [`api.${name}`, `javascript.builtins.${name}`, `api.Window.${name}`];
  if (ts.isFunctionDeclaration(declaration))
    return [`api.${name}`, `api.Window.${name}`, `javascript.builtins.${name}`];
  if (ts.isTypeLiteralNode(owner) && ts.isVariableDeclaration(owner.parent))
    return both(owner.parent.name.getText(), `${name}_static`, name);
  if (!ts.isInterfaceDeclaration(owner)) return [];
  const interfaceName = owner.name.text;
  if (interfaceName.endsWith('Constructor'))
    return both(interfaceName.replace(/Constructor$/, ''), name, `${name}_static`);
  return both(
    interfaceName.replace(/^Readonly(?=Array|Map|Set)/, '').replace('WindowOrWorkerGlobalScope', 'Window'),
    name,
  );
}

const both = (owner: string, ...names: string[]) =>
  names.flatMap((name) => [`api.${owner}.${name}`, `javascript.builtins.${owner}.${name}`]);

/** What `files` use that some of the oldest browsers lack, as `key (browsers): file`. */
function tooYoung(program: ts.Program, files: readonly ts.SourceFile[]): string[] {
  const checker = program.getTypeChecker();
  const found = new Set<string>();
  for (const file of files) {
    const path = file.fileName.slice(root.length + 1);
    const note = (keys: readonly string[]) => {
      const known = keys
        .map((key) => [key, lacking(key)] as const)
        .filter(([, browsers]) => browsers !== undefined);
      const [key, browsers = []] = known[0] ?? [];
      const line = `${key} (${browsers.join(', ')}): ${path}`;
      if (browsers.length > 0 && !NO_LOSS.some((known) => known.test(line))) found.add(line);
    };
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
      if (ts.isRegularExpressionLiteral(node) && /\(\?<[!=]/.test(node.text))
        note(['javascript.regular_expressions.lookbehind_assertion']);
      if (ts.isIdentifier(node)) {
        const symbol = checker.getSymbolAtLocation(node);
        for (const declaration of symbol?.declarations ?? [])
          if (program.isSourceFileDefaultLibrary(declaration.getSourceFile()))
            note(keysOf(declaration, node.text));
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return [...found].sort();
}

function programOf(files: readonly string[], sources: Readonly<Record<string, string>> = {}): ts.Program {
  const options: ts.CompilerOptions = {
    lib: ['lib.esnext.full.d.ts'],
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (path) => sources[path] ?? readFile(path);
  host.fileExists = (path) => path in sources || fileExists(path);
  return ts.createProgram([...files], options, host);
}

it('an API younger than the oldest browsers is found by its type', () => {
  const path = join(root, 'site/example.ts');
  const program = programOf([path], {
    [path]: `AbortSignal.timeout(1); new XMLHttpRequest().timeout = 1; [1].at(0); [1].toSorted(); structuredClone(1);
      Promise.withResolvers(); Object.groupBy([1], () => 'a'); /(?<!a)b/.test('b'); Object.hasOwn({}, 'a'); document.body.inert = true;`,
  });
  const file = program.getSourceFile(path);
  expect(tooYoung(program, file ? [file] : []).map((line) => line.split(' ')[0])).toEqual([
    'api.AbortSignal.timeout_static',
    'api.HTMLElement.inert',
    'api.structuredClone',
    'javascript.builtins.Array.toSorted',
    'javascript.builtins.Object.groupBy',
    'javascript.builtins.Promise.withResolvers',
    'javascript.regular_expressions.lookbehind_assertion',
  ]);
});

it('our code in a visitor’s browser uses no API that the oldest browsers lack', () => {
  const entries = ts.sys
    .readDirectory(join(root, 'site'), ['.ts', '.tsx'], undefined, [
      'entries/*',
      'islands/**/*.island.tsx',
      '**/*.worker.ts',
    ])
    .filter((path) => !/\.test\.|\/desk\.ts$/.test(path));
  const program = programOf(entries);
  const files = program
    .getSourceFiles()
    .filter(({ fileName }) => VISITORS.test(fileName.slice(root.length + 1)) && !fileName.endsWith('.d.ts'));
  expect(files.length).toBeGreaterThan(100);
  expect(tooYoung(program, files)).toEqual([]);
});
