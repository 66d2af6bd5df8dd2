import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeAirtable } from '../fakes/airtable.ts';
import { airtableEnvironment } from '../fakes/airtable-settings.ts';
import { postForm, postJson, someLead, startServer } from './test-server.ts';

test('a lead of each kind stands in Airtable once, soon after its answer', async () => {
  const fake = await startFakeAirtable();
  onTestFinished(() => fake.close());
  const server = await startServer(airtableEnvironment(fake));
  const lead = someLead();
  for (let time = 0; time < 2; time++) await postJson(server.url, lead);
  for (let time = 0; time < 2; time++) await postForm(server.url, { name: 'Paul', email: 'paul@example.ch' });
  await fake.until(() => fake.records.length === 2);
  expect(await (await fetch(`${server.opsUrl}/readyz`)).json()).toMatchObject({ delivering: true });
  await server.stop();

  expect(fake.records.map(({ fields }) => fields)).toEqual([
    { Name: lead.name, Email: lead.email, ID: lead.userId, Status: 'Cold', URL: lead.url },
    expect.objectContaining({ Name: 'Paul', Email: 'paul@example.ch', Status: 'Cold' }),
  ]);
  const db = new DatabaseSync(join(server.dataDir, 'leads.sqlite'), { timeout: 5_000 });
  onTestFinished(() => db.close());
  const states = db.prepare('SELECT state FROM outbox').all();
  expect(states.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  expect(server.log()).not.toMatch(/Müller|Paul|example\.ch|secretoftests/);
});
