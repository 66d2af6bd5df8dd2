import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '#server/config/config.ts';
import { addressHash } from '#server/messages/webhook/send-webhooks.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { COMPLETE_SETTINGS } from '../../tests/fixtures/complete-settings.ts';
import { seed } from '../../tests/service/seeded-store.ts';
import { temporaryFolder } from '../../tests/service/temporary-folder.ts';
import { checkLeads } from './database-checks.ts';

const config = loadConfig(COMPLETE_SETTINGS);

it('refused and held leads are counted; before the first start there is no finding', async () => {
  const dataDir = temporaryFolder();
  expect(await checkLeads({ ...config, dataDir })).toEqual([]);
  const db = openSqlite(join(dataDir, 'leads.sqlite'));
  await migrate(db);
  expect((await checkLeads({ ...config, dataDir })).map(({ weight }) => weight)).toEqual(['fine']);
  await seed(db);
  await db.destroy();
  const findings = await checkLeads({ ...config, dataDir });
  expect(findings.map(({ weight }) => weight)).toEqual(['fine', 'blocks', 'blocks']);
  expect(findings[1]?.text).toContain('1 contact a été refusé par Airtable quelle que soit la stratégie');
  expect(findings[2]?.text).toContain('1 contact est retenu');
});

it('delivery that stands still is a finding once a lead has been due for over 10 minutes', async () => {
  const dataDir = temporaryFolder();
  const db = openSqlite(join(dataDir, 'leads.sqlite'));
  await migrate(db);
  const { waiting } = await seed(db);
  const due = (minutes: number) =>
    db
      .updateTable('outbox')
      .set({ due_at: Date.now() - minutes * 60_000 })
      .where('lead_id', '=', waiting.id)
      .execute();
  const delivered = (minutes: number) =>
    db
      .updateTable('outbox')
      .set({ delivered_at: Date.now() - minutes * 60_000 })
      .where('state', '=', 'delivered')
      .execute();
  const texts = async () => (await checkLeads({ ...config, dataDir })).map(({ text }) => text).join();
  await delivered(60);
  await due(9);
  expect(await texts()).not.toContain('aucun n’est parti');
  await due(25);
  expect(await texts()).toContain('depuis 25 min 0 s et aucun n’est parti');
  await delivered(1);
  expect(await texts()).not.toContain('aucun n’est parti');
  await db.destroy();
});

it('undeliverable mails are named with the reason, and stopped webhooks too', async () => {
  const dataDir = temporaryFolder();
  const given = { WEBHOOK_URL: 'https://outil.example', WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}` };
  const told = { ...loadConfig({ ...COMPLETE_SETTINGS, ...given }), dataDir };
  const db = openSqlite(join(dataDir, 'leads.sqlite'));
  await migrate(db);
  const row = { kind: 'owner-held', channel: 'mail', recipient: 'owner', lead_id: null } as const;
  await db
    .insertInto('messages')
    .values([
      {
        ...row,
        id: 'a',
        created_at: 5,
        due_at: 5,
        attempts: 3,
        state: 'waiting',
        last_error: 'Invalid login\u001b',
      },
      { ...row, id: 'b', created_at: 1, due_at: 1, attempts: 0, state: 'waiting', last_error: null },
      { ...row, id: 'c', created_at: 1, due_at: 1, attempts: 1, state: 'sent', last_error: null },
    ])
    .execute();
  await db
    .insertInto('channels')
    .values({
      name: 'webhook',
      address: addressHash(told.webhook ?? expect.fail()),
      stopped_at: 0,
      reason: 'HTTP 410',
    })
    .execute();
  await db.destroy();
  const [, mails, webhook] = await checkLeads(told);
  expect(mails).toMatchObject({
    weight: 'blocks',
    text: expect.stringContaining('1 e-mail n’est pas accepté'),
  });
  expect(mails?.text).toContain('Invalid login‹U+001B›');
  expect(webhook).toMatchObject({ weight: 'mend', text: expect.stringContaining('HTTP 410') });
});

it.each([
  [401, 'AIRTABLE_TOKEN'],
  [403, 'data.records:write'],
  [422, 'Cold, Warm et Hot'],
])(
  'record updates that Airtable refuses with %i are a finding with their cause alone',
  async (status, cause) => {
    const dataDir = temporaryFolder();
    const db = openSqlite(join(dataDir, 'leads.sqlite'));
    await migrate(db);
    const { delivered } = await seed(db);
    const row = {
      kind: 'provider-status',
      channel: 'provider',
      recipient: 'provider',
      lead_id: delivered.id,
    } as const;
    const waiting = { ...row, created_at: 5, due_at: 5, attempts: 3, state: 'waiting' } as const;
    await db
      .insertInto('messages')
      .values([
        { ...waiting, id: 'a', last_error: `${status}\u202f: Refused` },
        { ...waiting, id: 'b', last_error: 'Le contact n’est pas encore dans Airtable.' },
      ])
      .execute();
    await db.destroy();
    const texts = (await checkLeads({ ...config, dataDir }))
      .map(({ text }) => text)
      .filter((text) => text.includes('ancien statut'));
    expect(texts).toEqual([expect.stringContaining(cause)]);
    expect(texts[0]).toContain('1 fiche garde');
    for (const other of ['AIRTABLE_TOKEN', 'data.records:write', 'Cold, Warm et Hot'])
      expect(texts[0]?.includes(other)).toBe(other === cause);
  },
);
