import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { loadConfig } from '#server/config/config.ts';
import { Secret } from '#server/config/secrets.ts';
import { formProofs } from '#server/http/limits/form-proof.ts';
import { rateLimit } from '#server/http/limits/rate-limit.ts';
import { readTemplate } from '#server/http/pages/template.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { signedLinks } from '#server/messages/links.ts';
import { startMetrics } from '#server/metrics/metrics.ts';
import { auditRoutes } from '#server/start/start-audits.ts';
import { startBookings } from '#server/start/start-bookings.ts';
import { leadReader } from '#server/store/leads/lead-reader.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { systemClock } from '#server/system/clock.ts';
import { createLog } from '#server/system/log.ts';
import { NOT_COUNTING } from '#server/visits/visits.ts';
import { readMail } from '../fakes/read-mail.ts';
import { storedLeads } from './stored-leads.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { postForm, postJson, someLead, startServer } from './test-server.ts';

/** At 9h00, at the office. */
const MONDAY = Date.parse('2026-11-23T08:00:00Z');

/** The app over a database that the test can break. */
async function breakable() {
  const dataDir = temporaryFolder();
  const db = openSqlite(join(dataDir, 'leads.sqlite'));
  onTestFinished(() => db.destroy());
  await migrate(db);
  const lines: string[] = [];
  const log = createLog({ write: (line: string) => void lines.push(line) });
  const audits = auditRoutes({
    ...{ db, clock: systemClock, wake: () => {} },
    config: loadConfig({ AUDITS: 'off' }),
    links: signedLinks(new Secret('test')),
    proofs: formProofs(new Secret('test'), Date.now),
  });
  const app = buildApp({
    log,
    reader: leadReader(db),
    late: { notLate: () => undefined },
    writer: leadWriter(db),
    metrics: startMetrics(),
    limit: rateLimit(1, () => 0),
    proofs: formProofs(new Secret('test'), Date.now),
    flood: { arrived: () => ({ inFlood: false, undo: () => {} }) },
    formKey: new Secret('test'),
    links: signedLinks(new Secret('test')),
    now: Date.now,
    random: Math.random,
    wake: () => {},
    publicUrl: 'http://localhost',
    askForAudit: async () => {},
    visits: NOT_COUNTING,
    trustProxy: [],
    warn: () => {},
    site: new Map(),
    template: readTemplate(''),
    hooks: { keys: { calendly: undefined, cal: undefined }, take: async () => {}, now: () => MONDAY },
    booking: startBookings({
      owners: [],
      db,
      publicUrl: 'http://localhost',
      booking: { way: 'own' },
      perMinute: 10,
      calendarUrl: undefined,
      log,
      links: signedLinks(new Secret('test')),
      limits: { of: (_name, perClient) => rateLimit(perClient, () => 0) },
      proofs: formProofs(new Secret('test'), Date.now),
      formKey: new Secret('test'),
      sender: 'nous@atelier.example',
      wake: () => {},
      now: () => MONDAY,
    }),
    linkPages: {
      db,
      links: signedLinks(new Secret('test')),
      sender: 'nous@atelier.example',
      publicUrl: 'https://atelier.example',
      now: Date.now,
      wake: () => {},
    },
    audits,
  });
  onTestFinished(() => app.close());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { db, dataDir, url, log: () => lines.join('') };
}

async function expectUnavailable(response: Response) {
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await response.json()).toMatchObject({ status: 503 });
}

test('a full disk: 503, nothing stored, a line for the operator; with room again the same lead is taken', async () => {
  const { db, dataDir, url, log } = await breakable();
  const large = () => ({
    ...someLead({ url: `http://localhost/${'u'.repeat(2000)}` }),
    status: 'Cold' as const,
  });
  const writer = leadWriter(db);
  const fill = async (): Promise<never> => {
    for (;;) await writer.insert(large(), 0);
  };
  await sql`pragma max_page_count = 1`.execute(db);
  await expect(fill()).rejects.toThrow('full');

  const stored = storedLeads(dataDir).length;
  const lead = large();
  await expectUnavailable(await postJson(url, lead));
  expect(storedLeads(dataDir)).toHaveLength(stored);
  expect(log()).toContain('Une demande n’a pas pu être enregistrée');
  expect(log()).not.toMatch(/Müller|uuuu/);

  await sql`pragma max_page_count = 1000000`.execute(db);
  expect((await postJson(url, lead)).status).toBe(201);
  expect(storedLeads(dataDir)).toHaveLength(stored + 1);
});

test('a closed database: 503 for both kinds of request, and a browser keeps what was typed', async () => {
  const { db, dataDir, url } = await breakable();
  await db.destroy();
  await expectUnavailable(await postJson(url, someLead()));
  // The one place in a minute is given back, whichever way it was taken.
  expect((await postForm(url, { name: 'Léa', email: 'lea@example.ch' })).status).toBe(503);
  const response = await postForm(url, { name: 'Zoé', email: 'zoe@example.ch' });
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await response.text()).toContain('value="zoe@example.ch"');
  expect(storedLeads(dataDir)).toEqual([]);
});

test('pages over a closed database: 503 and when to come back; the operator is told that it is the database', async () => {
  const { db, url, log } = await breakable();
  const token = signedLinks(new Secret('test')).sign('follow-up', crypto.randomUUID(), Date.now() + 60_000);
  await db.destroy();
  for (const path of [
    '/rendez-vous',
    '/rendez-vous/inconnu',
    '/audit/inconnu',
    '/api/slots',
    `/suivi/${token}`,
  ])
    await expectUnavailable(await fetch(`${url}${path}`));
  expect(log()).toContain('Vérifiez que la base de données répond');
  expect(log()).not.toContain('erreur imprévue');
});

test('a file that another process holds: 503 and not ready; then the same lead is taken', async () => {
  const { url, opsUrl, dataDir } = await startServer();
  const other = new DatabaseSync(join(dataDir, 'leads.sqlite'), { timeout: 5_000 });
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  const lead = someLead();
  await expectUnavailable(await postJson(url, lead));
  const notReady = await fetch(`${opsUrl}/readyz`);
  expect(notReady.status).toBe(503);
  expect(await notReady.json()).toMatchObject({ reasons: [expect.stringContaining('écriture')] });
  expect((await fetch(`${opsUrl}/healthz`)).status).toBe(200);
  other.exec('ROLLBACK');
  expect((await postJson(url, lead)).status).toBe(201);
  expect((await fetch(`${opsUrl}/readyz`)).status).toBe(200);
});

test('a database that is removed under the server: 503, readyz and metrics say so, and the owner is told past it', async () => {
  const told = join(temporaryFolder(), 'told');
  const command = join(temporaryFolder(), 'alarm');
  writeFileSync(command, `#!/bin/sh\ncat >> ${told}\n`, { mode: 0o755 });
  const { url, opsUrl, dataDir, log } = await startServer({ ALARM_COMMAND: command });
  const lead = someLead();
  expect((await postJson(url, lead)).status).toBe(201);
  renameSync(join(dataDir, 'leads.sqlite'), join(dataDir, 'old.sqlite'));
  for (let count = 0; count < 10; count += 1) await expectUnavailable(await postJson(url, someLead()));
  const notReady = await fetch(`${opsUrl}/readyz`);
  expect(notReady.status).toBe(503);
  expect(await notReady.json()).toMatchObject({
    reasons: [expect.stringContaining('écriture'), expect.stringMatching(/n’est plus là.*rescued-/)],
  });
  expect(await (await fetch(`${opsUrl}/metrics`)).text()).toContain('oui48_alarm{alarm="database-lost"} 1\n');
  const subjects = () => {
    const folder = join(dataDir, 'mail', 'new');
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return names.map((name) => readMail(readFileSync(join(folder, name), 'utf8')).header('subject')).join();
  };
  await expect.poll(subjects, { timeout: 20_000 }).toContain('base de données');
  await expect
    .poll(() => existsSync(told) && readFileSync(told, 'utf8'))
    .toContain('"alarm":"database-lost"');
  expect(log()).toContain('Arrêtez d’abord le serveur');
  const [rescued = ''] = readdirSync(dataDir).filter((name) => name.includes('rescued'));
  const copy = new DatabaseSync(join(dataDir, rescued), { readOnly: true });
  onTestFinished(() => copy.close());
  expect(copy.prepare('select id from leads').all()).toMatchObject([{ id: lead.id }]);
});

test('a call that cannot be made durable: 503, nothing booked, a line for the operator; then it can be', async () => {
  const { db, url, log } = await breakable();
  const request = {
    id: crypto.randomUUID(),
    start: '2026-11-24T08:00:00Z',
    name: 'Zoé Müller',
    email: 'zoe@example.ch',
    phone: '021 555 01 48',
  };
  const post = (address: string, body: unknown) =>
    fetch(`${url}${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
    });
  const breakStore = () => db.schema.alterTable('booking_changes').renameTo('elsewhere').execute();
  const mendStore = () => db.schema.alterTable('elsewhere').renameTo('booking_changes').execute();

  await breakStore();
  await expectUnavailable(await post('/api/bookings', request));
  expect(await db.selectFrom('bookings').selectAll().execute()).toEqual([]);
  expect(log()).toContain('Une réservation n’a pas pu être enregistrée');
  expect(log()).not.toMatch(/Müller|zoe@|555/);
  await mendStore();
  const booked = await post('/api/bookings', request);
  const { manage } = (await booked.json()) as { manage: string };
  expect(booked.status).toBe(201);

  await breakStore();
  await expectUnavailable(await post(`${manage}/annuler`, {}));
  await expectUnavailable(await post(`${manage}/deplacer`, { start: '2026-11-24T09:00:00Z' }));
  await mendStore();
  expect(await db.selectFrom('bookings').select(['state', 'sequence']).execute()).toEqual([
    { state: 'booked', sequence: 0 },
  ]);
  expect(await db.selectFrom('booking_cells').selectAll().execute()).toHaveLength(6);
});
