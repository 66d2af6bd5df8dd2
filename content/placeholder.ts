/** A fact made up for the product, to be replaced before going live. */
export interface Placeholder {
  /** Where to replace it, e.g. `business.agency.phone`. */
  readonly path: string;
  /** What to put there, in French, for the owner. */
  readonly what: string;
  readonly value: string;
}

const found: Placeholder[] = [];

/** Marks `value` as made up and hands it back; `npm run doctor` lists what was marked. */
export function placeholder(path: string, value: string, what: string): string {
  found.push({ path, what, value });
  return value;
}

/** Every placeholder of the content modules imported so far. */
export function placeholders(): readonly Placeholder[] {
  return found;
}
