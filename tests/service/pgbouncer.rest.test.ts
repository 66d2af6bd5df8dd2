import { describe, expect, test } from 'vitest';
import { Secret } from '#server/config/secrets.ts';
import { openPostgres } from '#server/store/postgres/open.ts';
import { poolerMissing, startPooler } from '../postgres/pooler.ts';
import { sharedDatabase } from '../postgres/shared.ts';

describe.skipIf(poolerMissing())('behind PgBouncer in transaction mode', () => {
  test('the start says in one line that the site does not work there, and what to do', async () => {
    const url = await startPooler(await sharedDatabase());
    const refused = await openPostgres(new Secret(url), { onLost: () => {} }).catch((error) => error);
    expect(refused).toMatchObject({ name: 'StartRefused' });
    expect(refused.message).toMatch(/^DATABASE_URL=… : un PgBouncer .* intacts\. .* relancez\.$/);
    expect(refused.message).toContain('Donnez l’adresse de PostgreSQL lui-même');
  });
});
