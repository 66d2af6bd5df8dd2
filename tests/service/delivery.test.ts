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

test('a record that is taken with less, though nothing spoke against the rest, has it at once', async () => {
  const fake = await startFakeAirtable();
  onTestFinished(() => fake.close());
  const server = await startServer(airtableEnvironment(fake));
  const refusal = { error: { type: 'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND', message: 'No.' } };
  // Without identifiers two strategies are left: all fields by name, and the minimal one.
  fake.fail({ kind: 'status', status: 403, body: refusal });
  const lead = someLead();
  await postJson(server.url, lead);
  await fake.until(() => fake.records[0]?.fields.ID !== undefined);
  expect(fake.records.map(({ made, fields }) => [Object.keys(made), fields])).toEqual([
    [
      ['Name', 'Email', 'URL'],
      { Name: lead.name, Email: lead.email, URL: lead.url, ID: lead.userId, Status: 'Cold' },
    ],
  ]);
  expect(fake.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'PATCH']);
  expect(server.log()).not.toMatch(/Müller|example\.ch|secretoftests/);
});
