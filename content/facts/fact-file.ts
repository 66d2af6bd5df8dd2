import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

/** What a file of facts says at one place: a text, a list, or a table of names. */
export interface FactNode {
  /** Counted from 1. */
  readonly line: number;
  readonly value: string | readonly FactNode[] | ReadonlyMap<string, FactNode>;
}

/** Something in a file that cannot be used; `text` is French, for the owner. */
export interface FactFault {
  readonly line: number;
  readonly text: string;
}

export interface FactFile {
  readonly root: FactNode;
  readonly faults: readonly FactFault[];
}

/** A name that is given without a value says nothing. */
const NOTHING = '';

/**
 * Reads one file of facts (YAML 1.2). Every value is taken as the text that was typed: `08` and `1003` keep their
 * digits, `non` is no truth value.
 */
export function parseFactFile(text: string): FactFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { schema: 'failsafe', lineCounter: lines, uniqueKeys: true });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const faults = document.errors.map((error) => ({
    line: lineAt(error.pos[0]),
    text: 'ne peut pas être lu\u202f: vérifiez l’alignement et les deux-points, ou mettez la valeur entre guillemets',
  }));
  return { root: nodeOf(document.contents, 1), faults };

  function nodeOf(node: Node | null | undefined, line: number): FactNode {
    const here = node?.range ? lineAt(node.range[0]) : line;
    if (isMap<Node, Node | null>(node)) {
      const entries = node.items.map(({ key, value }) => {
        const name = isScalar(key) ? String(key.value) : '';
        const at = key.range ? lineAt(key.range[0]) : here;
        return [name, { ...nodeOf(value, at), line: at }] as const;
      });
      return { line: here, value: new Map(entries) };
    }
    if (isSeq<Node>(node)) return { line: here, value: node.items.map((item) => nodeOf(item, here)) };
    return { line: here, value: isScalar(node) ? String(node.value ?? NOTHING).trim() : NOTHING };
  }
}
