import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Environment } from '#server/config/env.ts';
import { FAKE, type FakeAirtable, type Fault, startFakeAirtable } from '../fakes/airtable.ts';
import { someLeads } from '../fakes/leads.ts';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { builtSite, postJson } from '../service/test-server.ts';
import { type SpawnedServer, spawnServer } from './spawned-server.ts';

const ROUNDS = 20;

/** Where the process is when it dies: what the provider does meanwhile, and what is waited for. */
const MOMENTS: readonly { fault?: Fault; reached?: (fake: FakeAirtable, before: number) => boolean }[] = [
  // Right after the answer to the visitor.
  {},
  // The request to the provider is out, nothing is stored there.
  { fault: { kind: 'hang' }, reached: (fake, before) => fake.requests.length > before },
  // The provider has stored the lead, and its answer never comes.
  { fault: { kind: 'stored-hang' }, reached: (fake, before) => fake.records.length > before },
  // The provider has stored the lead and dropped the connection: the first retry may be about to go out.
  { fault: { kind: 'stored-close' }, reached: (fake, before) => fake.records.length > before },
];

test('killed twenty times between answer and delivery: every acknowledged lead arrives, none twice', async () => {
  const fake = await startFakeAirtable();
  onTestFinished(() => fake.close());
  const folder = temporaryFolder();
  symlinkSync(await builtSite(), join(folder, 'dist'));
  const environment: Environment = {
    DATA_DIR: join(folder, 'data'),
    LEADS_PER_MINUTE: '100000',
    AIRTABLE_TOKEN: FAKE.token,
    AIRTABLE_BASE_ID: FAKE.baseId,
    AIRTABLE_API_URL: fake.url,
  };
  let server: SpawnedServer | undefined;
  onTestFinished(() => server?.killNine());
  const acknowledged: string[] = [];
  let written = '';
  const arrived = () => {
    const users = new Set(fake.records.map(({ fields }) => fields.ID));
    return acknowledged.every((userId) => users.has(userId));
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    server = await spawnServer(folder, environment);
    const moment = MOMENTS[round % MOMENTS.length] ?? {};
    // Every other time the leads of earlier rounds are still under way when the next ones come.
    if (round % 2 === 1) await fake.until(arrived);
    const before = moment.fault?.kind === 'hang' ? fake.requests.length : fake.records.length;
    if (moment.fault) fake.fail(moment.fault);
    for (const lead of someLeads(2)) {
      const { status } = await postJson(server.url, lead);
      expect(status).toBe(201);
      acknowledged.push(lead.userId);
    }
    await fake.until(() => moment.reached?.(fake, before) ?? true);
    await server.killNine();
    written += server.output();
    fake.heal();
  }

  server = await spawnServer(folder, environment);
  await fake.until(arrived);
  await expect.poll(() => waiting(folder), { timeout: 20_000 }).toBe(0);
  const users = fake.records.map(({ fields }) => fields.ID);
  expect(users.toSorted()).toEqual(acknowledged.toSorted());
  expect(acknowledged).toHaveLength(2 * ROUNDS);
  expect(written).toContain('Lead remis à Airtable.');
  expect(written + server.output()).not.toMatch(/Zoé|@example\.ch|usr_|secretoftests/);
  // Or no attempt was ever cut in the middle and the test proved nothing.
  expect(fake.requests.filter(({ method }) => method === 'PATCH').length).toBeGreaterThanOrEqual(ROUNDS / 2);
}, 120_000);

/** Leads still to be delivered, read from outside the server. */
function waiting(folder: string): unknown {
  const db = new DatabaseSync(join(folder, 'data', 'leads.sqlite'), { readOnly: true });
  try {
    return db.prepare(`SELECT count(*) AS n FROM outbox WHERE state = 'waiting'`).get()?.n;
  } finally {
    db.close();
  }
}
