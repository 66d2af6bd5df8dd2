import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const text = readFileSync(resolve(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) =>
  block.trim().split('\n'),
);

/**
 * The lines of the one block of the runbook that has all of these words in it, as they stand there.
 * Throws when there is none, or more than one: then the runbook has changed, and nothing would be tried.
 */
export function runbookLines(...words: readonly string[]): readonly string[] {
  const found = blocks.filter((lines) => words.every((word) => lines.some((line) => line.includes(word))));
  const [lines] = found;
  if (lines === undefined || found.length > 1)
    throw new Error(`${found.length} blocks of the runbook say ${words}`);
  return lines;
}
