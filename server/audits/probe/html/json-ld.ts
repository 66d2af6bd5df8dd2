import { attribute, type Element } from './tree.ts';

const KEPT = 30;

/** The schema.org types that a page's JSON-LD names; what cannot be read names none. */
export function jsonLdTypes(elements: readonly Element[]): readonly string[] {
  const found = new Set<string>();
  for (const element of elements) {
    if (element.tagName !== 'script' || attribute(element, 'type')?.trim() !== 'application/ld+json')
      continue;
    const [text] = element.childNodes;
    if (text !== undefined && 'value' in text) collect(parsed(text.value), found);
  }
  return [...found].slice(0, KEPT);
}

/** With a list of its own, since a hostile page nests deeper than calls may. */
function collect(root: unknown, found: Set<string>): void {
  const open: unknown[] = [root];
  for (let seen = 0; open.length > 0 && seen < 10_000; seen += 1) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (key !== '@type') open.push(inner);
      else
        for (const type of [inner].flat())
          found.add(
            String(type)
              .replace(/^https?:\/\/schema\.org\//, '')
              .slice(0, 60),
          );
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
