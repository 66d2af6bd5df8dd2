import { describe, expect, test } from 'vitest';
import { Secret } from '#server/config/secrets.ts';
import { openPostgres } from '#server/store/postgres/open.ts';
import { poolerMissing, startPooler } from '../postgres/pooler.ts';
import { sharedDatabase } from '../postgres/shared.ts';

describe.skipIf(poolerMissing())('behind PgBouncer in transaction mode', () => {
  test.each([
    ['refuses what it does not know', []],
    [
      'ignores it, as its documentation advises for other programs',
      [
        'ignore_startup_parameters = extra_float_digits, options, statement_timeout, idle_in_transaction_session_timeout',
      ],
    ],
  ])(
    'the start says in one line that the site does not work there, and what to do: it %s',
    async (_case, settings) => {
      const url = await startPooler(await sharedDatabase(), settings);
      const refused = await openPostgres(new Secret(url), { onLost: () => {} }).catch((error) => error);
      expect(refused).toMatchObject({ name: 'StartRefused' });
      expect(refused.message).toMatch(/^DATABASE_URL=… : un PgBouncer .* intacts\. .* relancez\.$/);
      expect(refused.message).toContain('Donnez l’adresse de PostgreSQL lui-même');
    },
  );
});
