import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { haveFingerprint } from '#server/config/config.ts';
import { startFakeAirtable } from '../fakes/airtable.ts';
import { airtableEnvironment } from '../fakes/airtable-settings.ts';
import { leadsCommand } from './leads-command.ts';
import { postJson, someLead, startServer } from './test-server.ts';

/** The server's database, as another process sees it. */
function beside(dataDir: string) {
  const db = new DatabaseSync(join(dataDir, 'leads.sqlite'), { timeout: 5_000 });
  onTestFinished(() => db.close());
  return db;
}

const readiness = async (opsUrl: string) => (await fetch(`${opsUrl}/readyz`)).json();

test('readyz counts what waits, what every strategy refused and what is held', async () => {
  const { url, opsUrl, dataDir } = await startServer();
  expect(await (await fetch(`${opsUrl}/healthz`)).json()).toEqual({ status: 'ok' });
  const [first, second] = [someLead(), someLead()];
  for (const lead of [first, second]) await postJson(url, lead);
  await postJson(url, { ...someLead(), commentaire: 'achetez' });
  beside(dataDir).prepare('UPDATE outbox SET refused_at = 1 WHERE lead_id = ?').run(first.id);
  const ready = await fetch(`${opsUrl}/readyz`);
  expect(ready.status).toBe(200);
  expect(ready.headers.get('cache-control')).toBe('no-store');
  expect(await ready.json()).toEqual({
    status: 'ok',
    delivering: false,
    working: true,
    stalled: false,
    outbox: { waiting: 1, refused: 1, held: 1 },
    mail: { stuck: 0 },
    alarms: [],
  });
});

test('whether its settings are those it was started with can be told; none of them is', async () => {
  const own = { AIRTABLE_TOKEN: 'patSecret', AIRTABLE_BASE_ID: 'appExemple0000000', AUDITS: 'off' };
  const { opsUrl, url, dataDir } = await startServer(own);
  const text = await (await fetch(`${opsUrl}/settings`)).text();
  expect(text).not.toMatch(/patSecret|appExemple/);
  const { fingerprint } = JSON.parse(text);
  const given = { ...own, PORT: '0', OPS_PORT: '0', DATA_DIR: dataDir };
  expect(haveFingerprint(given, fingerprint)).toBe(true);
  expect(haveFingerprint({ ...given, AIRTABLE_TOKEN: 'patMended' }, fingerprint)).toBe(false);
  expect((await fetch(`${url}/settings`)).status).toBe(404);
});

test('an alarm and the mails that no server takes are told by readyz and metrics', async () => {
  const { opsUrl, dataDir } = await startServer();
  const since = Date.parse('2026-11-24T09:00:00Z');
  const db = beside(dataDir);
  // Leased, so that the running server leaves it as it is.
  db.exec(
    `insert into messages (id, kind, channel, recipient, created_at, due_at, attempts, last_error, lease_owner, lease_until)
     values ('m', 'owner-call', 'mail', 'owner', ${since}, ${since}, 2, 'greylisted', 'somebody', ${Date.now() + 60_000})`,
  );
  const at = new Date(since).toISOString();
  // A server that has just started looks at the mail itself, and ends an alarm that it finds no reason for.
  const alarmed = async (read: () => Promise<unknown>) => {
    db.exec(
      `insert or replace into alarms (name, spell, since, raised_at) values ('mail-down', 1, ${since}, ${since})`,
    );
    return read();
  };
  await expect
    .poll(() => alarmed(() => readiness(opsUrl)))
    .toMatchObject({
      status: 'ok',
      mail: { stuck: 1, since: at },
      alarms: [{ name: 'mail-down', since: at }],
    });
  const metrics = async () => (await fetch(`${opsUrl}/metrics`)).text();
  for (const line of [
    'oui48_mails_stuck 1',
    'oui48_alarm{alarm="mail-down"} 1',
    'oui48_alarm{alarm="delivery-late"} 0',
  ])
    await expect.poll(() => alarmed(metrics)).toContain(`${line}\n`);
});

test('metrics that cannot be read: 503, and a line in French that says what to do', async () => {
  const { opsUrl, dataDir, log } = await startServer();
  beside(dataDir).exec('alter table alarms rename to elsewhere');
  const response = await fetch(`${opsUrl}/metrics`);
  expect([response.status, await response.json()]).toMatchObject([503, { status: 503 }]);
  expect(log()).toContain('Vérifiez que la base de données répond');
});

test('readyz counts no more than 2,000 of each, and says so', async () => {
  const { opsUrl, dataDir } = await startServer();
  const db = beside(dataDir);
  db.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 2001)
    insert into leads (id, name, email, user_id, url, status, created_at) select i, 'n', 'e@x', 'u', 'h', 'Cold', i from n`);
  db.exec(`insert into outbox (lead_id, due_at, held_because) select id, 1, 'Douteux.' from leads`);
  expect(await readiness(opsUrl)).toMatchObject({
    outbox: { waiting: 0, refused: 0, held: 2_000 },
    atLeast: ['held'],
  });
});

test('a delivery that does not move is told by readyz and metrics, turns nobody away, and is over with the next delivery', async () => {
  const fake = await startFakeAirtable();
  onTestFinished(() => fake.close());
  fake.fail({ kind: 'hang' });
  const { url, opsUrl, dataDir } = await startServer(airtableEnvironment(fake));
  await postJson(url, someLead());
  await fake.until(() => fake.requests.length === 1);
  expect(await readiness(opsUrl)).toMatchObject({ stalled: false });
  // An attempt that is under way is looked for 5 s later at the earliest, so that much is added to the 10 minutes.
  beside(dataDir).exec('UPDATE outbox SET due_at = due_at - 610000');
  const ready = await fetch(`${opsUrl}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([200, { delivering: true, stalled: true }]);
  expect(await (await fetch(`${opsUrl}/metrics`)).text()).toContain('oui48_delivery_stalled 1\n');
  await postJson(url, someLead());
  // The request that hangs is given up after 10 s, and that may be what the next delivery waits for.
  await expect.poll(() => readiness(opsUrl), { timeout: 40_000 }).toMatchObject({ stalled: false });
});

test('a paused delivery is told by readyz, metrics, the log of a start and list; it is not stalled, and goes on where it was', async () => {
  const fake = await startFakeAirtable();
  onTestFinished(() => fake.close());
  const settings = airtableEnvironment(fake);
  const first = await startServer(settings);
  const { dataDir } = first;
  const command = (...args: string[]) => leadsCommand(args, { DATA_DIR: dataDir });
  expect(await command('resume')).toMatchObject({ code: 0 });
  const paused = await command('pause');
  expect(paused).toMatchObject({ code: 0, stderr: '' });
  expect(paused.stdout).toContain('en pause depuis le');
  expect(await command('pause')).toMatchObject({ code: 0 });
  await postJson(first.url, someLead());
  beside(dataDir).exec('UPDATE outbox SET due_at = due_at - 700000');
  const pausedSince = expect.stringMatching(/^20\d\d-.*Z$/);
  const waiting = { waiting: 1, refused: 0, held: 0 };
  expect(await readiness(first.opsUrl)).toMatchObject({ pausedSince, stalled: false, outbox: waiting });
  expect(await (await fetch(`${first.opsUrl}/metrics`)).text()).toContain('oui48_delivery_paused 1\n');
  await first.stop();
  expect(first.log()).not.toContain('en pause');

  const again = await startServer({ ...settings, DATA_DIR: dataDir });
  expect(again.log()).toContain('L’envoi vers Airtable est en pause depuis le');
  expect((await command('list')).stdout).toContain('en pause depuis le');
  expect(fake.requests).toEqual([]);
  expect(await command('resume')).toMatchObject({ code: 0 });
  await fake.until(() => fake.records.length === 1);
  expect(await readiness(again.opsUrl)).not.toHaveProperty('pausedSince');
});

test('the operator’s listener is on the loopback address, and its pages are not on the public one', async () => {
  const { url, opsUrl } = await startServer({ HOST: '0.0.0.0' });
  expect(new URL(opsUrl).hostname).toBe('127.0.0.1');
  for (const path of ['/healthz', '/readyz']) expect((await fetch(`${url}${path}`)).status).toBe(404);
});
