import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { FAKE, startFakeAirtable } from '../fakes/airtable.ts';
import { airtableEnvironment } from '../fakes/airtable-settings.ts';
import { raw } from './raw.ts';
import { startProcess, workingFolder } from './server-process.ts';
import { postForm, postJson, someLead, startServer } from './test-server.ts';

/** In every field and place that a person or a program can put them. */
const NAME = 'Canarine Serinvert';
const EMAIL = 'canarine.serinvert@example.ch';
const CANARY = /canarin|serinvert|Q2FuYXJpbmUg/i;

/** Sends the canary through every route of the public listener, and through every way in which one can fail. */
async function sing(url: string): Promise<void> {
  const host = new URL(url).host;
  const lead = someLead({ name: NAME, email: EMAIL, userId: `usr_${NAME}`, url: `http://x/?email=${EMAIL}` });
  const everywhere = {
    'user-agent': NAME,
    referer: `http://x/?${EMAIL}`,
    cookie: `email=${EMAIL}`,
    authorization: `Basic ${btoa(NAME)}`,
    'x-forwarded-for': EMAIL,
  };
  await postJson(url, lead, everywhere);
  await postJson(url, lead);
  await postJson(url, { ...lead, name: `${NAME} bis` });
  await postJson(url, { ...lead, id: NAME, email: NAME, [NAME]: EMAIL });
  await postJson(url, { ...someLead(), name: NAME, proof: btoa(NAME), commentaire: EMAIL });
  await postJson(url, `{"name":"${NAME}","email":${EMAIL}`);
  await postJson(url, `{"__proto__":{"name":"${NAME}"}}`);
  await postJson(url, JSON.stringify(lead), { 'content-type': `text/${EMAIL}` });
  await postJson(url, JSON.stringify({ ...lead, extra: NAME.repeat(2000) }));
  await postJson(url, lead, { origin: `https://${EMAIL.replace('@', '.')}`, 'sec-fetch-site': 'cross-site' });
  for (const fields of [
    { name: NAME, email: EMAIL },
    { name: NAME, email: NAME },
    { name: `${NAME}\r\n`, email: EMAIL },
    { name: NAME.repeat(2000), email: EMAIL },
    { name: '', email: EMAIL },
  ])
    await postForm(url, fields, everywhere);
  const query = `name=${encodeURIComponent(NAME)}&email=${EMAIL}`;
  for (const path of [
    'introduction',
    'sales/',
    'api/challenge',
    'api/leads',
    EMAIL,
    `api/${EMAIL}`,
    `${EMAIL}/`,
  ])
    await fetch(`${url}/${path}?${query}`, { headers: everywhere });
  await fetch(`${url}/${EMAIL}?${query}`, { method: 'DELETE' });
  for (const request of [
    `GET /${EMAIL}%zz?${query} HTTP/1.1\r\nHost: ${host}\r\n`,
    `GET /sales HTTP/1.1\r\nHost: ${EMAIL.replace('@', '.')}\r\n`,
    `GET /sales HTTP/1.1\r\nHost: ${host}\r\nHost: ${EMAIL}\r\n`,
    `${EMAIL.toUpperCase()} / HTTP/1.1\r\nHost: ${host}\r\n`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${EMAIL.repeat(4000)}\r\n`,
    `POST /api/leads HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${EMAIL}\r\n`,
  ])
    await raw(url, `${request}Connection: close\r\n\r\n`);
}

test('a canary sent through every route and every error is in no line of the log, at any level', async () => {
  const fake = await startFakeAirtable();
  onTestFinished(() => fake.close());
  const refusal = { error: { type: 'INVALID_VALUE', message: `${NAME} <${EMAIL}> is no valid value` } };
  for (const fault of [
    { kind: 'status', status: 422, body: refusal },
    { kind: 'status', status: 500, body: `<h1>${NAME}</h1>` },
    { kind: 'stored-close' },
  ] as const)
    fake.fail(fault);
  const server = await startServer({
    ...airtableEnvironment(fake),
    PUBLIC_URL: 'https://exemple.ch',
    LEADS_PER_MINUTE: '3',
    HOST: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
  });
  await sing(server.url);
  await fetch(`${server.opsUrl}/readyz?email=${EMAIL}`);
  await fetch(`${server.opsUrl}/${EMAIL}`);
  await raw(server.opsUrl, `GET /readyz HTTP/1.1\r\nHost: ${EMAIL}\r\nConnection: close\r\n\r\n`);
  await fake.until(() => fake.requests.length >= 3);

  // The store fails under the lead that names the canary.
  const db = new DatabaseSync(join(server.dataDir, 'leads.sqlite'), { timeout: 5_000 });
  db.exec('PRAGMA foreign_keys = OFF; ALTER TABLE outbox RENAME TO elsewhere');
  db.close();
  const fromElsewhere = { 'x-forwarded-for': '192.0.2.9' };
  expect((await postJson(server.url, someLead({ name: NAME, email: EMAIL }), fromElsewhere)).status).toBe(
    503,
  );
  await server.stop();
  const log = server.log();
  expect(log).toContain('"status":201');
  expect(log).toContain('"path":"(inconnue)"');
  expect(log).not.toMatch(CANARY);
  expect(log).not.toContain(FAKE.token);
});

test('nor is it in what the program itself writes, to either output, also when its database is taken away', async () => {
  const folder = await workingFolder();
  const server = startProcess(folder, { DATA_DIR: join(folder, 'data'), LEADS_PER_MINUTE: '100' });
  await sing(await server.opened);
  await rename(join(folder, 'data'), join(folder, 'elsewhere'));
  await sing(await server.opened);
  server.child.kill('SIGTERM');
  const { stdout, stderr } = await server.ended;
  expect(stderr).toContain('"status":303');
  expect(`${stdout}${stderr}`).not.toMatch(CANARY);
});
