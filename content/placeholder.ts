/** A fact made up for the product, to be replaced before going live. */
export interface Placeholder {
  /** Where to replace it, e.g. `business.agency.phone`. */
  readonly path: string;
  /** What to put there, in French, for the owner. */
  readonly what: string;
  readonly value: string;
}

const found: Placeholder[] = [];

/**
 * Marks `value` as made up and hands it back; `npm run doctor` lists what was marked.
 * The owner who sets or confirms a fact takes the call away and leaves the value.
 * @returns `value`, its type kept: one of a few words stays one of them
 */
export function placeholder<T extends string>(path: string, value: T, what: string): T {
  found.push({ path, what, value });
  return value;
}

/** Whether the fact at `path` is still made up; ask after the module that holds it has been imported. */
export function isPlaceholder(path: string): boolean {
  return found.some((one) => one.path === path);
}

/** Every placeholder of the content modules imported so far. */
export function placeholders(): readonly Placeholder[] {
  return found;
}
