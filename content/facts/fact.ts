import type { FactFile, FactNode } from './fact-file.ts';
import { FACTS_FOLDER, givenFacts } from './given-facts.ts';
import { type Kind, text } from './kinds.ts';

/** Something that the owner of the site knows, or decides, and that an update must not replace. */
export interface Fact {
  /** E.g. `business.agency.phone`: `agency.phone` in `facts/business.yaml`. */
  readonly path: string;
  /** What it is, in French, for the owner. */
  readonly what: string;
  readonly expects: string;
  /** Whether a text is an answer. A list has none that fits on one line: it is written into the file. */
  readonly takes?: ((text: string) => boolean) | undefined;
  /** What holds without the owner's word. */
  readonly value: string;
  /** True where that is made up, and has to be replaced before going live. */
  readonly invented: boolean;
  /** Whether the owner has said it. */
  readonly given: boolean;
}

/** A line of the owner's files that cannot be used, in French. */
export interface FactsFault {
  /** `facts/business.yaml, ligne 3`. */
  readonly where: string;
  readonly text: string;
}

/** The facts that a set of files answers, and what is wrong with the files. */
export function factsFrom(files: ReadonlyMap<string, FactFile>) {
  const asked: Fact[] = [];
  const misread: FactsFault[] = [];

  function fact<T>(path: string, value: T, what: string, kind: Kind<T>, invented: boolean): T {
    const [file = '', ...names] = path.split('.');
    const node = nodeAt(files.get(file)?.root, names);
    const said = node && kind.read(node);
    if (node && said === undefined)
      misread.push({
        where: whereOf(file, node.line),
        text: `«\u202f${names.join('.')}\u202f» (${what})\u202f: il faut ${kind.expects}.`,
      });
    asked.push({
      ...{ path, what, expects: kind.expects, value: kind.write?.(value) ?? String(value ?? ''), invented },
      given: said !== undefined,
      takes: kind.oneLine ? (text) => kind.read({ line: 1, value: text.trim() }) !== undefined : undefined,
    });
    return said ?? value;
  }

  return {
    /** A fact whose default is true; the owner may replace it. */
    decided: <T>(path: string, value: T, what: string, kind: Kind<T>): T =>
      fact(path, value, what, kind, false),
    /** A made-up one: `npm run doctor` lists it until the owner has said it. */
    placeholder: placeholder,
    contradiction,
    /** Says so where a day closes before it opens: `path.opens` and `path.closes` would give hours in the night. */
    inOrder(path: string, { opens, closes }: { readonly opens: string; readonly closes: string }): void {
      if (opens >= closes)
        contradiction(
          [`${path}.opens`, `${path}.closes`],
          `la fermeture (${closes}) doit venir après l’ouverture (${opens}), le même jour. Corrigez l’une des deux heures.`,
        );
    },
    facts: (): readonly Fact[] => asked,
    /** Whether the fact at `path` is still made up; ask after the module that holds it has been imported. */
    isPlaceholder: (path: string) => asked.some((one) => one.path === path && one.invented && !one.given),
    /** All that is wrong with the files; ask after every module that asks for facts has been imported. */
    faults: (): FactsFault[] => [
      ...[...files].flatMap(([file, { faults }]) =>
        faults.map(({ line, text }) => ({ where: whereOf(file, line), text: `Le fichier ${text}.` })),
      ),
      ...misread,
      ...[...files].flatMap(([file, { root }]) => unknown(file, root, [])),
    ],
  };

  /**
   * Says that facts cannot hold together, at the line of the last of them that the owner gave.
   * @param text what is wrong and what to do, in French
   */
  function contradiction(paths: readonly string[], text: string): void {
    const given = paths.flatMap((path) => {
      const [file = '', ...names] = path.split('.');
      const node = nodeAt(files.get(file)?.root, names);
      return node ? [{ where: whereOf(file, node.line), name: names.join('.') }] : [];
    });
    const last = given.at(-1);
    if (last) misread.push({ where: last.where, text: `«\u202f${last.name}\u202f»\u202f: ${text}` });
  }

  function placeholder(path: string, value: string, what: string): string;
  function placeholder<T>(path: string, value: T, what: string, kind: Kind<T>): T;
  function placeholder(path: string, value: string, what: string, kind: Kind<string> = text): string {
    return fact(path, value, what, kind, true);
  }

  function unknown(file: string, node: FactNode, names: readonly string[]): FactsFault[] {
    const path = [file, ...names].join('.');
    if (asked.some((one) => one.path === path)) return [];
    const below = asked.filter((one) => one.path.startsWith(`${path}.`));
    if (node.value instanceof Map && below.length > 0)
      return [...node.value].flatMap(([name, one]) => unknown(file, one, [...names, name]));
    if (node.value === '' && names.length === 0) return [];
    const parent = path.slice(0, path.lastIndexOf('.') + 1);
    const known = new Set(
      asked
        .filter((one) => parent !== '' && one.path.startsWith(parent))
        .map((one) => one.path.slice(parent.length).split('.')[0]),
    );
    const choices = known.size > 0 ? ` Les noms possibles ici\u202f: ${[...known].join(', ')}.` : '';
    return [
      {
        where: whereOf(file, node.line),
        text: `«\u202f${names.join('.') || file}\u202f» n’est le nom d’aucun fait.${choices}`,
      },
    ];
  }
}

function nodeAt(root: FactNode | undefined, names: readonly string[]): FactNode | undefined {
  let node = root;
  for (const name of names) node = node?.value instanceof Map ? node.value.get(name) : undefined;
  // A name without a value has not been answered yet.
  return node?.value === '' ? undefined : node;
}

const whereOf = (file: string, line: number) => `${FACTS_FOLDER}/${file}.yaml, ligne ${line}`;

export const {
  decided,
  placeholder,
  contradiction,
  inOrder,
  isPlaceholder,
  facts,
  faults: factsFaults,
} = factsFrom(givenFacts);
