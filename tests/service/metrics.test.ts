import { expect, test } from 'vitest';
import { startFakeAirtable } from '../fakes/airtable.ts';
import { airtableEnvironment } from '../fakes/airtable-settings.ts';
import { postJson, someLead, startServer } from './test-server.ts';

test('metrics count answers, leads and deliveries, and name nobody', async () => {
  const fake = await startFakeAirtable();
  const { url, opsUrl } = await startServer(airtableEnvironment(fake));
  const lead = someLead();
  await postJson(url, lead);
  await postJson(url, lead);
  await postJson(url, { ...lead, id: 'x' });
  const metrics = async () => (await fetch(`${opsUrl}/metrics`)).text();
  await expect.poll(metrics).toContain('oui48_delivery_attempts_total{outcome="delivered"} 1\n');

  const text = await metrics();
  for (const status of [201, 200, 422]) expect(text).toContain(`oui48_leads_total{status="${status}"} 1\n`);
  await expect.poll(metrics).toContain('oui48_outbox_oldest_waiting_seconds 0\n');
  expect(text).toContain('oui48_delivery_stalled 0\n');
  for (const state of ['waiting', 'refused', 'held'])
    expect(text).toContain(`oui48_outbox_leads{state="${state}"} 0\n`);
  expect(text).toMatch(/^oui48_request_duration_seconds_count 3$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m);
  expect(text).not.toMatch(/zoé|zoe|example\.ch|usr_/i);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  await fake.close();
});

test('what waits has an age', async () => {
  const { url, opsUrl } = await startServer();
  await postJson(url, someLead());
  const age = async () => {
    const text = await (await fetch(`${opsUrl}/metrics`)).text();
    expect(text).toContain('oui48_outbox_leads{state="waiting"} 1\n');
    return Number(/^oui48_outbox_oldest_waiting_seconds (.+)$/m.exec(text)?.[1]);
  };
  await expect.poll(age).toBeGreaterThan(0);
});

test('islands that met another page are counted by name, twenty a minute from one browser, and nothing else is', async () => {
  const { url, opsUrl } = await startServer();
  const tell = async (query: string) =>
    (await fetch(`${url}/api/island-faults?${query}`, { method: 'POST' })).status;
  expect(await tell('island=zoe@example.ch&fault=failed')).toBe(204);
  expect(await tell('island=LeadForm&fault=zoe')).toBe(204);
  for (let nth = 0; nth < 25; nth++) expect(await tell('island=LeadForm&fault=rendered-anew')).toBe(204);
  const text = await (await fetch(`${opsUrl}/metrics`)).text();
  expect(text).toContain('oui48_island_faults_total{island="LeadForm",fault="rendered-anew"} 20\n');
  expect(text.match(/^oui48_island_faults_total/gm)).toHaveLength(1);
  expect(text).not.toMatch(/zoe/);
});
