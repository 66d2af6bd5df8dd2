import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { faultNames, leadFields, shownFields } from '#content/lead-fields.ts';
import { type Lead, parseLead } from '#domain/lead.ts';
import { TYPED_FIELDS } from '#domain/lead-fields.ts';
import { SOURCE_FIELDS } from '#domain/source.ts';
import { unbrokenWords } from '#domain/text.ts';
import { copyLeads, disagreements } from '#server/copy/copy-leads.ts';
import {
  COLUMNS,
  exampleLead,
  PERSONAL_NAMES,
  PROVIDER_FIELDS,
  SERVER_FIELDS,
  STORED_FIELDS,
  TOLD_FIELDS,
} from '#server/fields/lead-fields.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { leadReader } from '#server/store/leads/lead-reader.ts';
import { engines } from '../contract/engines.ts';
import { startFakeAirtable } from '../fakes/airtable.ts';
import { airtableEnvironment } from '../fakes/airtable-settings.ts';
import { messageBench } from '../fakes/message-bench.ts';
import { storedRows } from '../support/stored-rows.ts';
import { leadsCommand } from './leads-command.ts';
import { exportIn } from './seeded-commands.ts';
import { postForm, postJson, startServer } from './test-server.ts';

// Every way of a lead, with every field filled in: what is added to the tables is followed without a word here.

const full = exampleLead({ url: 'https://exemple.ch/sales?de=essai' });
const { id, status, ...content } = full;
const typed = Object.fromEntries(TYPED_FIELDS.map((field) => [field, String(full[field])]));

/** What a record at the provider says of a lead. */
const recordOf = (lead: Lead) =>
  Object.fromEntries(STORED_FIELDS.map((field) => [SERVER_FIELDS[field].provider, lead[field]]));

const source = { source: 'lettre', medium: 'e-mail', campaign: 'printemps' };
const origin = { page: '/sales', ...source };

test('the example of each field is one that the rule accepts', () => {
  expect(parseLead(full, faultNames)).toEqual({ ok: true, value: full });
});

test('the runbook names the fields of the provider’s table and of the webhook', () => {
  const runbook = readFileSync('docs/runbook.md', 'utf8');
  expect(runbook).toContain(PROVIDER_FIELDS.map((name) => `\`${name}\``).join(', '));
  const told = ['id', ...TOLD_FIELDS, ...SOURCE_FIELDS, 'status', 'receivedAt'].map((name) => `"${name}"`);
  expect(runbook).toContain(`"data":{${told.join(',')}}`);
});

describe.each(Object.keys(engines))('on %s', (engine) => {
  const open = () => (engines[engine] as () => ReturnType<(typeof engines)[string]>)();

  test('every field is stored, read and copied', async () => {
    const [source, target] = [await open(), await open()];
    onTestFinished(() => source.destroy());
    onTestFinished(() => target.destroy());
    await leadWriter(source).insert(full, 1, undefined, { origin });
    expect(await leadWriter(source).insert(full, 2)).toBe('repeated');
    for (const field of STORED_FIELDS.filter((one) => one !== 'status'))
      expect(await leadWriter(source).insert({ ...full, [field]: 'x' }, 2), field).toBe('conflict');
    await copyLeads(source, target);
    for (const db of [source, target])
      expect(await leadReader(db).byId(id)).toEqual({ ...full, ...origin, createdAt: 1 });
    for await (const one of disagreements(source, target)) expect(one).toBeUndefined();
  });

  test('the owner is told of every field, by mail and by webhook', async () => {
    const bodies: string[] = [];
    const hook = createServer(async (request, response) => {
      bodies.push(await text(request));
      response.writeHead(204).end();
    });
    await once(hook.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void hook.close());
    const address = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
    const WEBHOOK_SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
    const bench = await messageBench(open, { environment: { WEBHOOK_URL: address, WEBHOOK_SECRET } });
    await bench.insert(full);
    await bench.db.updateTable('leads').set(origin).execute();
    bench.start();
    const toOwner = () => bench.sent.find(({ subject }) => subject.startsWith('Nouveau contact'));
    await expect
      .poll(() => {
        bench.clock.advance(1_000);
        return bodies.length > 0 && toOwner() !== undefined;
      })
      .toBe(true);
    const { data } = JSON.parse(bodies[0] ?? '{}') as { data: Record<string, string> };
    expect(data).toMatchObject(Object.fromEntries(TOLD_FIELDS.map((field) => [field, full[field]])));
    expect(data).toMatchObject(source);
    const mail = toOwner()?.text ?? '';
    expect(mail).toMatch(/Provenance\s: lettre\nSupport\s: e.mail\nCampagne\s: printemps/);
    for (const [field, { mail: label }] of shownFields)
      if (label !== undefined) {
        expect(mail).toContain(unbrokenWords(label));
        expect(mail).toContain(full[field]);
      }
  });
});

test('every field goes from a request to Airtable and to the commands, into no log, and is erased', async () => {
  const fake = await startFakeAirtable();
  onTestFinished(() => fake.close());
  const server = await startServer(airtableEnvironment(fake));
  const { dataDir, url } = server;
  expect((await postJson(url, { id, ...content })).status).toBe(201);
  await fake.until(() => fake.records.length === 1);
  // Of a lead that is erased before its record is known the address is kept until the record was searched for.
  await expect
    .poll(() => storedRows(dataDir, 'SELECT state, tell_since FROM outbox'))
    .toEqual([{ state: 'delivered', tell_since: null }]);
  expect(fake.records[0]?.fields).toEqual(recordOf(full));
  const command = (...args: string[]) => leadsCommand(args, { DATA_DIR: dataDir });
  const shown = (await command('show', id)).stdout;
  expect((await command('export')).code).toBe(0);
  const exported = exportIn({ environment: { DATA_DIR: dataDir } });
  for (const [field, { title }] of shownFields)
    for (const printed of [shown, exported]) {
      expect(printed).toContain(title);
      expect(printed).toContain(full[field]);
    }
  expect(JSON.parse((await command('export', '--json')).stdout)).toMatchObject([{ id, ...content }]);
  const log = server.log();
  for (const name of PERSONAL_NAMES) expect(log).not.toContain(`"${name}":"${content.name}`);
  for (const field of TYPED_FIELDS) expect(log).not.toContain(full[field]);

  expect((await command('erase', id, '--yes')).code).toBe(0);
  await server.stop();
  const bytes = readdirSync(dataDir)
    .filter((name) => name.startsWith('leads.sqlite'))
    .map((name) => readFileSync(join(dataDir, name), 'utf8'))
    .join('');
  for (const field of TYPED_FIELDS) expect(bytes).not.toContain(full[field]);
});

test('the form without JavaScript takes every field, and shows each again with its label', async () => {
  const { url, dataDir } = await startServer();
  expect((await postForm(url, typed)).status).toBe(303);
  const [row] = storedRows(dataDir, 'SELECT * FROM leads');
  for (const [column, field] of COLUMNS) if (field in typed) expect(row?.[column]).toBe(typed[field]);

  const page = await (await postForm(url, { ...typed, name: 'x'.repeat(201) })).text();
  for (const field of TYPED_FIELDS) {
    expect(page).toContain(`>${unbrokenWords(leadFields[field].label)}</label>`);
    const value = field === 'name' ? 'x'.repeat(201) : typed[field];
    expect(page).toMatch(new RegExp(`<input[^>]* name="${field}"[^>]* value="${value}"`));
  }
});
