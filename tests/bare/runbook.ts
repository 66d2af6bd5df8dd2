import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const text = readFileSync(resolve(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) =>
  block.trim().split('\n'),
);

/** The blocks that the walk types, by words that only they have. */
export const BLOCKS = {
  nginx: ['deploy/nginx/', 'npm run doctor'],
  caddy: ['deploy/caddy/', 'npm run doctor'],
  update: ['git pull', 'systemctl restart oui-48'],
  restore: ['copie.sqlite /var/lib/oui-48/leads.sqlite'],
  offsite: ['restic init'],
  offsiteRestore: ['restic restore'],
  restorePostgres: ['pg_restore'],
} as const;

/**
 * The lines of a block of the runbook, as they stand there. Throws when none has its words, or more than one: then the
 * runbook has changed, and something else would be tried.
 */
export function runbookLines(name: keyof typeof BLOCKS): readonly string[] {
  const found = blocks.filter((lines) =>
    BLOCKS[name].every((words) => lines.some((line) => line.includes(words))),
  );
  const [lines] = found;
  if (lines === undefined || found.length > 1)
    throw new Error(`${found.length} blocks of the runbook have the words of “${name}”`);
  return lines;
}
