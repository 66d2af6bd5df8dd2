import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const DEPLOY = join(import.meta.dirname, '../../deploy');

/** The name that the shipped files give the site. */
const SHIPPED_NAME = 'exemple.ch';

/**
 * A file of deploy/, with what belongs to this machine and this test in the place of what belongs to the operator's.
 * Throws when something that is to be replaced is not there: then the file has changed, and the test would try another.
 * @param name of the site, put in as the runbook says
 */
export function shipped(
  file: string,
  name: string,
  replacements: readonly (readonly [string, string])[],
): string {
  let text = replaced(readFileSync(join(DEPLOY, file), 'utf8'), SHIPPED_NAME, name);
  for (const [from, to] of replacements) text = replaced(text, from, to);
  return text;
}

export function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`Nothing to replace: “${from}”`);
  return text.replaceAll(from, to);
}
