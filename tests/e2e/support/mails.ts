import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

/** Every mail that the server under test has put into its maildir for this address, as it would have been sent. */
export function mailsTo(address: string): string[] {
  const folder = join(inject('dataDir'), 'mail/new');
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => /^To:.*$/im.exec(mail)?.[0].includes(address));
}
