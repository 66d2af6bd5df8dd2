import { expect, test } from 'vitest';
import { ADDRESS_REFUSED, VISIT_ENDED } from '#content/audit.ts';
import type { AddressRefusal } from '#domain/audit.ts';
import { fakeEngine } from '../fakes/audit-engine.ts';
import { ask, asked, form, start, until, viewOf } from './audit-requests.ts';

const TYPED: readonly (readonly [typed: string, why: AddressRefusal])[] = [
  ['', 'empty'],
  ['   ', 'empty'],
  ['localhost', 'local-name'],
  ['http://[::ffff:7f00:1]/', 'not-public'],
  ['169.254.169.254', 'not-public'],
  ['http://0x7f000001/', 'not-public'],
  ['moi:secret@exemple.ch', 'credentials'],
  ['exemple.ch:8080', 'port'],
  ['ftp://exemple.ch', 'scheme'],
  ['zoe@exemple.ch', 'email'],
  [`exemple.ch/${'a'.repeat(10_000)}`, 'too-long'],
  ['un site', 'malformed'],
];

test('each invalid address gets its own sentence and the form with what was typed', async () => {
  const fake = fakeEngine();
  const { url } = await start(fake);
  for (const [typed, why] of TYPED) {
    const json = await ask(url, { url: typed });
    expect([typed, json.status]).toEqual([typed, 422]);
    const message = ADDRESS_REFUSED[why];
    expect(await json.json()).toMatchObject({ detail: message, errors: [{ field: 'url', message }] });
    const page = await form(url, { url: typed });
    const html = (await page.text()).replaceAll('\u2011', '-');
    expect([typed, page.status]).toEqual([typed, 422]);
    expect(html).toContain(message);
    expect(html).toContain(`value="${typed.trim()}"`);
  }
  expect(fake.visits).toEqual([]);
});

test('after a fault without JavaScript there is a way back to the call, and Back shows the form again', async () => {
  const { url } = await start();
  for (const [lead, way] of [
    ['', '/introduction#rendez-vous'],
    ['signée"', '/introduction?ref=sign%C3%A9e%22#rendez-vous'],
  ] as const) {
    const page = await form(url, { url: 'un site', lead });
    expect(page.headers.get('cache-control')).toBe('private, no-cache');
    const html = await page.text();
    expect(html).toContain(`href="${way}"`);
    expect(html).toContain('data-steps');
  }
});

test('a malformed body is answered, and what was typed is escaped in the page', async () => {
  const { url } = await start();
  for (const body of ['null', '[]', '"texte"', '{"url":', '{"url":1}', '{}', ''])
    expect([body, (await ask(url, body)).status]).toEqual([body, 422]);
  expect((await fetch(`${url}/api/audits`, { method: 'POST' })).status).toBe(415);
  const page = await (await form(url, { url: '"><script>x</script>' })).text();
  expect(page).toContain('&quot;&gt;&lt;script&gt;');
  expect((await ask(url, { url: 'exemple.ch' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
});

test('IDN, upper case and a path are understood', async () => {
  const fake = fakeEngine();
  const { url } = await start(fake);
  for (const [typed, visited, host] of [
    ['café.example', 'https://xn--caf-dma.example/', 'café.example'],
    ['HTTP://Exemple.CH/Accueil#x', 'http://exemple.ch/Accueil', 'exemple.ch'],
  ] as const) {
    const { token } = await asked(url, { url: typed });
    await until(url, token, 'done');
    expect(fake.visits.at(-1)?.url).toBe(visited);
    expect((await viewOf(url, token)).host).toBe(host);
  }
});

const ENDS = Object.keys(VISIT_ENDED) as (keyof typeof VISIT_ENDED)[];

test('a visit that ended early: a sentence each, no verdict, and the form again', async () => {
  const end = (address: string) => ENDS.find((one) => address.includes(one)) ?? 'seen';
  const { url } = await start(fakeEngine({ end }));
  for (const ended of ENDS) {
    const { token, page } = await asked(url, { url: `${ended}.example` });
    await until(url, token, 'refused');
    expect(await viewOf(url, token)).toMatchObject({ reason: VISIT_ENDED[ended], checks: [] });
    const html = await (await fetch(url + page)).text();
    expect(html).toContain(`${VISIT_ENDED[ended]} Nous y retournerons, si vous le demandez, dès le`);
    expect(html).toContain(`value="https://${ended}.example/"`);
  }
});
