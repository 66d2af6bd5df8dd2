import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '#server/config/config.ts';
import { migrate } from '#server/store/migrations.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { seed } from '../../tests/service/seeded-store.ts';
import { temporaryFolder } from '../../tests/service/temporary-folder.ts';
import { checkContent } from './content.ts';
import { checkLeads } from './leads.ts';
import { checkProvider } from './provider.ts';
import { checkSettings } from './settings.ts';

const ENVIRONMENT = {
  AIRTABLE_TOKEN: 'patSecret',
  AIRTABLE_BASE_ID: 'appExemple0000000',
  PUBLIC_URL: 'https://exemple.ch',
  OWNER_EMAIL: 'ada@exemple.ch',
  SMTP_URL: 'smtps://ada:secret@mail.exemple.ch',
  MAIL_FROM: 'Atelier <ada@exemple.ch>',
};
const config = loadConfig(ENVIRONMENT);
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

  it.each([
    [200, '{"records":[]}', 'fine', 'sont justes'],
    [401, '{"error":{"type":"AUTHENTICATION_REQUIRED","message":"no"}}', 'blocks', 'AIRTABLE_TOKEN'],
    [404, '{"error":"NOT_FOUND"}', 'blocks', 'AIRTABLE_BASE_ID'],
    [422, '{"error":{"type":"UNKNOWN_FIELD_NAME","message":"Unknown field name: \\"ID\\""}}', 'blocks', 'ID'],
  ])('reads the provider’s %i', async (status, body, weight, words) => {
    let asked = '';
    const finding = await checkProvider(airtable, async (url) => {
      asked = String(url);
      return new Response(body, { status });
    });
    expect(finding.weight).toBe(weight);
    expect(finding.text).toContain(words);
    expect(finding.text).not.toContain('patSecret');
    expect(asked).toContain('/v0/appExemple0000000/Acquisition?maxRecords=1');
  });

  it('says so when the provider cannot be reached', async () => {
    const finding = await checkProvider(airtable, () => Promise.reject(new Error('offline')));
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
    const texts = checkContent().map((finding) => finding.text);
    expect(texts.some((text) => text.includes('business.agency.phone'))).toBe(true);
    expect(texts.some((text) => text.includes('booking.page'))).toBe(true);
  });
});
