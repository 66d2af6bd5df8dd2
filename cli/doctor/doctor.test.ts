import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '#server/config/config.ts';
import { addressHash } from '#server/messages/webhook/send-webhooks.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { COMPLETE_SETTINGS } from '../../tests/fixtures/complete-settings.ts';
import { seed } from '../../tests/service/seeded-store.ts';
import { temporaryFolder } from '../../tests/service/temporary-folder.ts';
import { checkContent } from './content.ts';
import { checkLeads } from './leads.ts';
import { checkProvider } from './provider.ts';
import { checkSettings } from './settings.ts';

const config = loadConfig(COMPLETE_SETTINGS);
const { airtable } = config;
if (!airtable) throw new Error('the settings above configure Airtable');

describe('doctor', () => {
  it('finds nothing wrong in settings that are complete', () => {
    expect(checkSettings(config)).toEqual([]);
  });

  it('says that without Airtable leads would stay and without mail nobody be told, and that localhost is no public address', () => {
    const findings = checkSettings(loadConfig({}));
    expect(findings.map(({ weight }) => weight)).toEqual(['blocks', 'blocks', 'blocks', 'mend']);
    const texts = findings.map(({ text }) => text);
    for (const words of ['AIRTABLE_TOKEN', 'un maildir ne prévient personne', 'OWNER_EMAIL manque'])
      expect(texts.some((text) => text.includes(words))).toBe(true);
  });

  it.each(['calendly', 'cal'] as const)(
    'says that what is booked at %s is unknown here without its key',
    (way) => {
      const booking = { way, page: 'https://example.org/15min' };
      const key = { calendly: 'CALENDLY_WEBHOOK_KEY', cal: 'CAL_WEBHOOK_SECRET' }[way];
      const [finding, ...others] = checkSettings(config, booking);
      expect([finding?.weight, others]).toEqual(['mend', []]);
      expect(finding?.text).toContain(`${key} manque`);
      expect(finding?.text).toContain(`/api/hooks/${way}`);
      const heard = loadConfig({ ...COMPLETE_SETTINGS, [key]: 'une-cle-assez-longue' });
      expect(checkSettings(heard, booking)).toEqual([]);
    },
  );

  it.each([
    [200, '{"records":[]}', 'fine', 'sont justes'],
    [
      401,
      '{"error":{"type":"AUTHENTICATION_REQUIRED","message":"no"}}',
      'blocks',
      '(401) : «\u202fno\u202f». Les contacts',
    ],
    [404, '{"error":"NOT_FOUND"}', 'blocks', 'AIRTABLE_BASE_ID'],
    [422, '{"error":{"type":"UNKNOWN_FIELD_NAME","message":"Unknown field name: \\"ID\\""}}', 'blocks', 'ID'],
  ])('reads the provider’s %i', async (status, body, weight, words) => {
    let asked = '';
    const [finding] = await checkProvider(airtable, async (url) => {
      asked = String(url);
      return new Response(body, { status });
    });
    expect(finding?.weight).toBe(weight);
    expect(finding?.text).toContain(words);
    expect(finding?.text).not.toContain('patSecret');
    expect(asked).toContain('/v0/appExemple0000000/Acquisition?maxRecords=1');
  });

  it('asks the address that delivery uses, a path in it included', async () => {
    let asked = '';
    await checkProvider({ ...airtable, apiUrl: 'https://relais.exemple.ch/airtable' }, async (url) => {
      asked = String(url);
      return Response.json({ records: [] });
    });
    expect(asked).toMatch(/^https:\/\/relais\.exemple\.ch\/airtable\/v0\/appExemple0000000\/Acquisition\?/);
  });

  it('says so when the provider cannot be reached', async () => {
    const [finding] = await checkProvider(airtable, () => Promise.reject(new Error('offline')));
    expect(finding).toMatchObject({ weight: 'blocks' });
  });

  it('says how many leads do not go out by themselves, and nothing before the first start', async () => {
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

  it('says that delivery stands still, once something has been due for over 10 minutes', async () => {
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

  it('says which mails no server takes and why, and that the webhooks were stopped', async () => {
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
    'says what Airtable refuses with %i to write into records, and its cause alone',
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

  it('says so when the database cannot be opened', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'leads.sqlite'), 'not a database '.repeat(100));
    expect(await checkLeads({ ...config, dataDir })).toMatchObject([{ weight: 'blocks' }]);
  });

  it('says so when DATABASE_URL leads nowhere, without its password', async () => {
    const { databaseUrl } = loadConfig({ DATABASE_URL: 'postgres://ada:geheim@127.0.0.1:1/leads' });
    if (!databaseUrl) throw new Error('the setting above names a database');
    const [finding, ...others] = await checkLeads({ ...config, databaseUrl });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ weight: 'blocks', text: expect.stringContaining('DATABASE_URL') });
    expect(finding?.text).not.toContain('geheim');
  });

  it('lists what is made up in the content', () => {
    const about = (path: string) => checkContent().find(({ text }) => text.includes(path));
    expect(about('facts/business.yaml, agency.phone')?.weight).toBe('mend');
    // Nothing made up stands for these: what is empty is not on the page.
    for (const name of ['people', 'customers', 'price'])
      expect(about(`facts/references.yaml, ${name}`)?.text).toMatch(/vide ; mettez .*\/sales/);
    // Calls are booked on this site, so there is no scheduling provider to check.
    for (const path of ['facts/booking.', 'agency.agenda']) expect(about(path)).toBeUndefined();
  });
});
