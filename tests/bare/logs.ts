import { equal, ok } from 'node:assert/strict';
import { NAME } from '../deploy/proxy.ts';
import { visitor } from '../deploy/visitor.ts';
import { VISITORS } from './network.ts';
import type { Stage } from './stage.ts';
import { PERSON } from './visits.ts';

const LEAKS = [
  /canarin|serinvert|[?&](name|email)=/i,
  // A visitor's address, never the machine's own or its network: those end below 10.
  /198\.18\.48\.[1-9]\d|2001:db8:48:[0-9a-f]+::7/,
];
const SHOWN = 10;

/** Puts a name and an e-mail wherever a request has room for them. */
export async function sing({ door }: Stage): Promise<void> {
  const person = visitor(door, VISITORS.v4(9));
  const query = String(new URLSearchParams(PERSON));
  const headers = { referer: `https://x.test/?${query}`, 'user-agent': PERSON.name, cookie: PERSON.email };
  for (const path of [`/introduction?${query}`, `/${PERSON.email}`, `/?${query}`]) {
    for (const way of ['https', 'http', 'http2'] as const)
      await person[way]({ path, headers: { ...headers, 'x-forwarded-for': PERSON.email } });
    await person.https({ path, method: 'DELETE', headers }).catch(() => {});
    await person.https({ path, headers, host: `www.${NAME}` });
  }
}

/** Everything that any part of the machine has written down, the journal and every file below /var/log. */
export async function keepNothing({ machine }: Stage): Promise<void> {
  const journal = await machine.run('journalctl --no-pager --output=cat');
  const files = await machine.run(
    'find /var/log -type f -not -path "/var/log/journal/*" -print0 | xargs -0 zcat --force',
  );
  ok(journal.includes('Le site est ouvert') && files.includes('198.18.48.0'), 'These are not the logs');
  const lines = `${journal}\n${files}`.split('\n').filter((line) => LEAKS.some((leak) => leak.test(line)));
  equal(lines.slice(0, SHOWN).join('\n'), '');
}
