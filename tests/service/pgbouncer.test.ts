import { describe, expect, onTestFinished, test } from 'vitest';
import { Secret } from '#server/config/secrets.ts';
import { openPostgres } from '#server/store/postgres/open.ts';
import { FAKE, startFakeAirtable } from '../fakes/airtable.ts';
import { poolerMissing, startPooler } from '../postgres/pooler.ts';
import { sharedDatabase } from '../postgres/shared.ts';
import { leadsCommand } from './leads-command.ts';
import { postJson, someLead, startServer } from './test-server.ts';

const TAKES_THE_TIMEOUTS =
  'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout';

describe.skipIf(poolerMissing())('behind PgBouncer in transaction mode', () => {
  test('as it is installed, the start says in one line what to change in it', async () => {
    const url = await startPooler(await sharedDatabase());
    const refused = await openPostgres(new Secret(url), { onLost: () => {} }).catch((error) => error);
    expect(refused).toMatchObject({ name: 'StartRefused' });
    expect(refused.message).toMatch(/^DATABASE_URL=… : un PgBouncer .* intacts\. .* relancez\.$/);
    expect(refused.message).toContain(TAKES_THE_TIMEOUTS);
  });

  test('with that line, two servers migrate, take leads and deliver each once, and the commands work', async () => {
    const fake = await startFakeAirtable();
    onTestFinished(() => fake.close());
    const DATABASE_URL = await startPooler(await sharedDatabase(), [TAKES_THE_TIMEOUTS]);
    const environment = {
      DATABASE_URL,
      AIRTABLE_TOKEN: FAKE.token,
      AIRTABLE_BASE_ID: FAKE.baseId,
      AIRTABLE_API_URL: fake.url,
      LEADS_PER_MINUTE: '1000',
    };
    const servers = await Promise.all([startServer(environment), startServer(environment)]);
    const leads = Array.from({ length: 40 }, (_, index) => someLead({ userId: `usr_${index}aaaaaaaa` }));
    const answers = await Promise.all(
      leads.map((lead, index) => postJson(servers[index % 2]?.url ?? '', lead)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    await fake.until(() => fake.records.length >= leads.length);
    for (const server of servers) await server.stop();
    expect(fake.records.map(({ fields }) => fields.ID).toSorted()).toEqual(
      leads.map(({ userId }) => userId).toSorted(),
    );
    const { stdout } = await leadsCommand(['list', '--json'], environment);
    expect(JSON.parse(stdout).counts).toEqual({ delivered: 40, waiting: 0, refused: 0, held: 0 });
  });
});
