import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

/**
 * Every mail that a server has put into its maildir for this address, as it would have been sent.
 * @param dataDir of that server; of the one that all browser tests visit when it is not given
 */
export function mailsTo(address: string, dataDir = inject('dataDir')): string[] {
  const folder = join(dataDir, 'mail/new');
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => /^To:.*$/im.exec(mail)?.[0].includes(address));
}
