import { expect, onTestFinished, test } from 'vitest';
import type { Environment } from '#server/config/env.ts';
import { freshProof } from '../fakes/proof.ts';
import { openGiven } from '../postgres/open-given.ts';
import { migratedDatabase } from '../postgres/shared.ts';
import { storedRows } from '../support/stored-rows.ts';
import { floodOfLeads } from './flood-of-leads.ts';
import { leadsCommand } from './leads-command.ts';
import { postJson, someLead, startServer } from './test-server.ts';

/**
 * Each network sends about 17 leads, and its limit is 20 a minute: on a slow machine the server answers some requests with
 * 503, and a lead that is sent again counts against the limit twice.
 */
const FLOOD = { leads: 1_000, networks: 60 };
const SETTINGS: Environment = { TRUST_PROXY: '127.0.0.1' };
const honest = (index: number) => ({ 'x-forwarded-for': `192.0.2.${index + 1}` });

test('of a flood one in ten passes at most, of the honest with a proof all; the owner is told once; one command clears it', async () => {
  const { url, dataDir, log } = await startServer(SETTINGS);
  const proofs = await Promise.all(Array.from({ length: 8 }, () => freshProof(url)));
  await new Promise((resolve) => setTimeout(resolve, 1_600));
  const before = Date.now();
  const flood = floodOfLeads([url], FLOOD);
  const sent = proofs.map((proof, index) =>
    postJson(url, { ...someLead({ name: `Honnête ${index}`, userId: 'usr_honest' }), proof }, honest(index)),
  );
  for (const answer of await Promise.all(sent)) expect(answer.status).toBe(201);
  expect(await flood).toEqual({ 201: FLOOD.leads });

  const held = storedRows(dataDir, 'SELECT user_id, held_because FROM leads JOIN outbox ON lead_id = id');
  const passed = held.filter(({ held_because }) => held_because === null);
  expect(passed.filter(({ user_id }) => user_id === 'usr_honest')).toHaveLength(proofs.length);
  expect(passed.length - proofs.length).toBeLessThanOrEqual(FLOOD.leads / 10);
  expect(held.find(({ held_because }) => held_because !== null)?.held_because).toBe(
    'Preuve de travail absente pendant un afflux.',
  );

  const told = () => storedRows(dataDir, "SELECT state FROM messages WHERE kind = 'owner-flood'");
  await expect.poll(told).toEqual([{ state: 'sent' }]);
  await floodOfLeads([url], { leads: 100, networks: 52, proof: proofs[0] ?? '' });
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(told()).toHaveLength(1);
  expect(log().match(/Afflux/g)).toHaveLength(1);

  // With its day: a minute after midnight, the time alone would be one of tonight.
  const since = new Date(before - 60_000)
    .toLocaleString('sv-SE', { timeZone: 'Europe/Zurich', dateStyle: 'short', timeStyle: 'short' })
    .replace(' ', 'T');
  const cleared = await leadsCommand(['erase', '--held', '--since', since, '--yes'], { DATA_DIR: dataDir });
  expect(cleared).toMatchObject({ code: 0, stderr: '' });
  expect(storedRows(dataDir, 'SELECT id FROM leads')).toHaveLength(passed.length);
});

test('two servers on one database see the flood together, and the owner is told once', async () => {
  const environment = { ...SETTINGS, DATABASE_URL: await migratedDatabase() };
  const servers = [await startServer(environment), await startServer(environment)];
  const urls = servers.map(({ url }) => url);
  expect(await floodOfLeads(urls, FLOOD)).toEqual({ 201: FLOOD.leads });
  const db = openGiven(environment.DATABASE_URL);
  onTestFinished(() => db.destroy());
  const passed = await db.selectFrom('outbox').select('lead_id').where('held_because', 'is', null).execute();
  expect(passed.length).toBeLessThanOrEqual(2 * 61);
  const told = () => db.selectFrom('messages').select('state').where('kind', '=', 'owner-flood').execute();
  await expect.poll(told).toEqual([{ state: 'sent' }]);
  await floodOfLeads(urls, { leads: 20, networks: 20 });
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(await told()).toHaveLength(1);
});

test('two servers on one database share what an address may send in a minute', async () => {
  const environment = { ...SETTINGS, DATABASE_URL: await migratedDatabase(), LEADS_PER_MINUTE: '5' };
  const servers = [await startServer(environment), await startServer(environment)];
  const send = (server: number, from: string, lead = someLead()) =>
    postJson(servers[server]?.url ?? '', lead, { 'x-forwarded-for': from });
  const first = someLead();
  expect((await send(0, '192.0.2.1', first)).status).toBe(201);
  // Sent again, to either, it costs nothing.
  expect((await send(0, '192.0.2.1', first)).status).toBe(200);
  expect((await send(1, '192.0.2.1', first)).status).toBe(200);
  const rest = await Promise.all(Array.from({ length: 10 }, (_, index) => send(index % 2, '192.0.2.1')));
  expect(rest.map(({ status }) => status).toSorted()).toEqual([...Array(4).fill(201), ...Array(6).fill(429)]);
  for (const server of [0, 1]) {
    const refused = await send(server, '192.0.2.1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
    expect((await send(server, '192.0.2.1', first)).status).toBe(200);
    expect((await send(server, `192.0.2.${2 + server}`)).status).toBe(201);
  }
  const household = Array.from({ length: 30 }, (_, net) =>
    send(net % 2, `2001:db8:1:${net.toString(16)}::1`),
  );
  const inHousehold = (await Promise.all(household)).map(({ status }) => status);
  expect(inHousehold.filter((status) => status === 201)).toHaveLength(20);
  const db = openGiven(environment.DATABASE_URL);
  onTestFinished(() => db.destroy());
  const stored = await db.selectFrom('client_places').select('client').execute();
  expect(JSON.stringify(stored)).not.toContain('192.0.2');
});
