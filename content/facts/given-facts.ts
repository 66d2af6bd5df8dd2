import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { type FactFile, parseFactFile } from './fact-file.ts';

/** Where an owner's facts are, beside the program; git ignores it, so that an update replaces nothing in it. */
export const FACTS_FOLDER = 'facts';

/** The owner's files by their names without `.yaml`: `business` holds the facts `business.…`. */
export function readFactFiles(folder: string): ReadonlyMap<string, FactFile> {
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const files = names.filter((name) => extname(name) === '.yaml');
  return new Map(
    files.map((name) => [basename(name, '.yaml'), parseFactFile(readFileSync(join(folder, name), 'utf8'))]),
  );
}

/** Read once: pages, mails and server speak of the same facts until the next start. */
export const givenFacts = readFactFiles(FACTS_FOLDER);
