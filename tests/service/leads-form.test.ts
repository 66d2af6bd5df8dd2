import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { HIDDEN_FIELDS } from '#domain/hidden-fields.ts';
import { withLeadId } from '#site/lead/lead-id.ts';
import { storedRows } from '../support/stored-rows.ts';
import { storedLeads } from './stored-leads.ts';
import { postForm, postJson, someLead, startServer } from './test-server.ts';

const typed = { name: 'Zoé & <Fils>', email: 'Zoe+site@example.ch' };

test('303 to the next step with name and e-mail encoded, once the lead is in the file', async () => {
  const { url, dataDir } = await startServer({ PUBLIC_URL: 'https://exemple.ch' });
  const response = await postForm(url, typed);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toMatch(
    /^\/introduction\?name=Zo%C3%A9%20%26%20%3CFils%3E&email=Zoe%2Bsite%40example\.ch&ref=[\w-]{74}$/,
  );
  expect(storedLeads(dataDir)).toEqual([
    expect.objectContaining({
      ...typed,
      url: 'https://exemple.ch/sales',
      user_id: expect.stringMatching(/^usr_[0-9a-z]+$/),
    }),
  ]);
});

test('two clicks are one lead and the same answer, and cost one place', async () => {
  const { url, dataDir } = await startServer({ LEADS_PER_MINUTE: '1' });
  const responses = await Promise.all([postForm(url, typed), postForm(url, typed)]);
  const third = await postForm(url, { name: ` ${typed.name} `, email: typed.email.toLowerCase() });
  expect([...responses, third].map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(storedLeads(dataDir)).toHaveLength(1);
});

test('the same form an hour later is the same lead, and gets no reference: whoever shares an address may have sent it', async () => {
  const { url, dataDir } = await startServer();
  const location = async () => (await postForm(url, typed)).headers.get('location');
  expect([await location(), await location()].map((to) => to?.includes('&ref='))).toEqual([true, true]);
  const file = new DatabaseSync(join(dataDir, 'leads.sqlite'), { timeout: 5_000 });
  file.exec('UPDATE leads SET created_at = created_at - 3600000');
  file.close();
  expect(await location()).not.toContain('ref=');
  expect(storedLeads(dataDir)).toHaveLength(1);
});

test.each([
  ['sent by the script first', [0, 1]],
  ['posted first', [1, 0]],
])(
  'a form that a page’s script has tried to send is the same lead when it is posted, %s',
  async (_case, order) => {
    const { url, dataDir } = await startServer();
    const page = { userId: 'usr_mabc123zzzzzz', url: 'https://exemple.ch/sales?de=test' };
    const lead = await withLeadId({ ...typed, ...page, url: `${page.url}#formulaire` });
    const ways = [
      () => postJson(url, lead),
      () => postForm(url, { ...typed, ...page, url: `${page.url}#formulaire` }),
    ];
    for (const way of order) expect((await ways[way]?.())?.status).toBeLessThan(304);
    expect(storedLeads(dataDir)).toEqual([
      expect.objectContaining({ id: lead.id, user_id: page.userId, url: page.url, ...typed }),
    ]);
  },
);

test('a form whose session is none is taken as without a script', async () => {
  const { url, dataDir } = await startServer();
  const response = await postForm(url, { ...typed, userId: 'x'.repeat(65), url: '' });
  expect(response.status).toBe(303);
  expect(storedLeads(dataDir)).toMatchObject([{ user_id: expect.stringMatching(/^usr_/) }]);
});

test('whoever sends a visitor’s name and e-mail from elsewhere makes another lead, and gets no reference to the visitor’s', async () => {
  const { url, dataDir } = await startServer({ TRUST_PROXY: '127.0.0.1' });
  const refs = await Promise.all(
    ['192.0.2.1', '192.0.2.2', '2001:db8:1:1::1', '2001:db8:1:2::1'].map(async (client) => {
      const { headers } = await postForm(url, typed, { 'x-forwarded-for': client });
      return new URL(headers.get('location') ?? '', url).searchParams.get('ref');
    }),
  );
  expect(new Set(refs).size).toBe(4);
  // A /64 is one connection.
  await postForm(url, typed, { 'x-forwarded-for': '2001:db8:1:2::2' });
  expect(storedLeads(dataDir)).toHaveLength(4);
});

/** What a program fills in that fills in everything. */
const trapped = { ...typed, [HIDDEN_FIELDS.trap]: 'https://spam.example' };

/** Of each lead: whether it waits for an operator. */
function heldLeads(dataDir: string): boolean[] {
  const rows = storedRows(dataDir, 'SELECT held_because FROM outbox ORDER BY due_at, held_because IS NULL');
  return rows.map(({ held_because }) => held_because !== null);
}

test('whoever posts the same form first and fills the trap does not make the honest visitor’s vanish', async () => {
  const { url, dataDir } = await startServer();
  expect((await postForm(url, trapped)).status).toBe(303);
  expect(heldLeads(dataDir)).toEqual([true]);
  const clicks = await Promise.all([postForm(url, typed), postForm(url, typed)]);
  expect(clicks.map(({ status }) => status)).toEqual([303, 303]);
  expect((await postForm(url, trapped)).status).toBe(303);
  expect(heldLeads(dataDir).toSorted()).toEqual([false, true]);
  expect(storedLeads(dataDir).map(({ name, email }) => ({ name, email }))).toEqual([typed, typed]);
});

test('the id of a form cannot be named by anybody else: what a stranger computes is another lead', async () => {
  const { url, dataDir } = await startServer();
  const day = new Date().toISOString().slice(0, 10);
  const guess = createHash('sha256').update(JSON.stringify([typed.name, typed.email.toLowerCase(), day]));
  const hex = guess.digest('hex');
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  const stranger = someLead({ id, name: 'Somebody else', email: 'else@example.ch' });
  expect((await postJson(url, stranger)).status).toBe(201);
  expect((await postForm(url, typed)).status).toBe(303);
  const stored = storedLeads(dataDir);
  expect(stored).toHaveLength(2);
  expect(stored.find(({ email }) => email === typed.email)?.id).not.toBe(id);
});

test('whether somebody has used the form today, nobody else learns: not even by an address that may post no more', async () => {
  const { url } = await startServer({ LEADS_PER_MINUTE: '1', TRUST_PROXY: '127.0.0.1' });
  const from = (address: string, fields: Record<string, string>) =>
    postForm(url, fields, { 'x-forwarded-for': address });
  await from('192.0.2.1', typed);
  const unknown = { name: 'Personne', email: 'personne@example.ch' };
  for (const asked of [typed, unknown]) {
    const stranger = `198.51.100.${asked === typed ? 1 : 2}`;
    expect((await from(stranger, asked)).status).toBe(303);
    expect((await from(stranger, { name: 'Autre', email: 'autre@example.ch' })).status).toBe(429);
  }
  await from('203.0.113.1', { name: 'Autre', email: 'autre@example.ch' });
  const answers = [await from('203.0.113.1', typed), await from('203.0.113.1', { ...typed, name: 'Zoé' })];
  expect(answers.map(({ status }) => status)).toEqual([429, 429]);
});

test('one form sent again and again is no flood: others are held for nothing that it does', async () => {
  const { url, dataDir } = await startServer({ LEADS_PER_MINUTE: '1', TRUST_PROXY: '127.0.0.1' });
  const from = (address: string, fields: Record<string, string>) =>
    postForm(url, fields, { 'x-forwarded-for': address });
  for (let click = 0; click < 8; click += 1) expect((await from('192.0.2.1', typed)).status).toBe(303);
  expect((await from('192.0.2.2', { name: 'Paul', email: 'paul@example.ch' })).status).toBe(303);
  expect(heldLeads(dataDir)).toEqual([false, false]);
});

test('303 back to the form when name or e-mail is empty; nothing is stored', async () => {
  const { url, dataDir } = await startServer();
  for (const fields of [{ name: '', email: 'a@b.ch' }, { name: 'A', email: '  ' }, { name: 'A' }, {}]) {
    const response = await postForm(url, fields as Record<string, string>);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/sales#formulaire');
  }
  expect(storedLeads(dataDir)).toEqual([]);
});

test('422: a browser gets a French page that keeps what was typed, as text', async () => {
  const { url } = await startServer();
  const response = await postForm(url, { name: '"><script>alert(1)</script>', email: 'zoe' });
  expect(response.status).toBe(422);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  const page = await response.text();
  expect(page).toContain('<html lang="fr-CH">');
  expect(page).toContain('L’adresse e\u2011mail doit contenir un «\u202f@\u202f».');
  expect(page).toContain('value="zoe"');
  expect(page).toContain('&quot;&gt;&lt;script&gt;');
  expect(page).not.toContain('<script');
});

test('422: an address that no mail can reach comes back in words of its own, with the focus', async () => {
  const { url, dataDir } = await startServer();
  const response = await postForm(url, { name: 'Anne', email: 'anne@exemple' });
  expect(response.status).toBe(422);
  const page = await response.text();
  expect(page).toContain('Il manque la fin de l’adresse e\u2011mail.');
  expect(page).toMatch(/<input id="email"[^>]* autofocus/);
  expect(storedLeads(dataDir)).toEqual([]);
});

test('429: the page keeps what was typed and whose it is, and Retry-After says when', async () => {
  const { url } = await startServer({ LEADS_PER_MINUTE: '1' });
  await postForm(url, typed);
  const session = { userId: 'usr_mabc123zzzzzz', url: 'https://exemple.ch/sales?de=test' };
  const response = await postForm(url, { name: 'Paul', email: 'paul@example.ch', ...session });
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  const page = await response.text();
  // Sent from there, it is the lead that the browser keeps, and no second one.
  for (const value of ['paul@example.ch', session.userId, session.url])
    expect(page).toContain(`value="${value}"`);
});

test('a likely slip in the e-mail is asked about once, and never forced', async () => {
  const { url, dataDir } = await startServer();
  const slip = { ...typed, email: 'zoe@gmial.com' };
  const asked = await postForm(url, slip);
  expect(asked.status).toBe(422);
  const page = await asked.text();
  expect(page.replaceAll('\u2011', '-')).toContain('Plutôt zoe@gmail.com\u202f? Si l’adresse est juste');
  expect(page).toMatch(/<p class="fault" id="[^"]*email-fault">Plutôt/);
  expect(page).toMatch(/<input(?=[^>]* name="email")[^>]* autofocus=""/);
  expect(page).toContain('<input type="hidden" name="adresse" value="zoe@gmial.com"/>');
  expect(storedLeads(dataDir)).toEqual([]);
  expect((await postForm(url, { ...slip, adresse: slip.email })).status).toBe(303);
  expect((await postForm(url, { ...slip, name: 'Anne' }, { accept: '*/*' })).status).toBe(303);
  expect(storedLeads(dataDir).map(({ email }) => email)).toEqual([slip.email, slip.email]);
});

test('of what is no address the page says what was probably meant, not that it is taken when sent again', async () => {
  const { url } = await startServer();
  const page = await (await postForm(url, { ...typed, email: 'zoe@gmial' })).text();
  expect(page.replaceAll('\u2011', '-')).toContain('Plutôt zoe@gmail.com\u202f?');
  expect(page).not.toContain('envoyez encore une fois');
});

test('413: too long a form is refused with a page', async () => {
  const { url } = await startServer();
  const response = await postForm(url, { name: 'a'.repeat(17_000), email: 'a@b.ch' });
  expect(response.status).toBe(413);
  expect(await response.text()).toContain('16 Kio');
});

test('a client that is no browser gets a problem instead of a page', async () => {
  const { url } = await startServer();
  const response = await postForm(url, { name: 'Zoé', email: 'zoe' }, { accept: '*/*' });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ status: 422, errors: [{ field: 'email' }] });
});

const stored = (dataDir: string) => storedLeads(dataDir).map(({ url }) => url);

test.each([
  ['https://exemple.ch/partner?de=carte#formulaire', 'https://exemple.ch/partner?de=carte'],
  ['https://ailleurs.ch/partner', 'https://exemple.ch/sales'],
  ['https://exemple.ch/api/leads', 'https://exemple.ch/sales'],
  ['about:client', 'https://exemple.ch/sales'],
  [`https://exemple.ch/${'u'.repeat(2_048)}`, 'https://exemple.ch/sales'],
])('posted from %s: the lead says %s', async (referer, url) => {
  const server = await startServer({ PUBLIC_URL: 'https://exemple.ch' });
  expect((await postForm(server.url, typed, { referer })).status).toBe(303);
  expect(stored(server.dataDir)).toEqual([url]);
});

test('a form that had to be corrected says the page that it came from at first', async () => {
  const server = await startServer({ PUBLIC_URL: 'https://exemple.ch' });
  const referer = 'https://exemple.ch/partner?de=carte&a=%22';
  const refused = await postForm(server.url, { ...typed, email: 'zoe' }, { referer });
  const [, page = ''] =
    /<input type="hidden" name="page" value="([^"]*)"\/>/.exec(await refused.text()) ?? [];
  expect(page).toBe('/partner?de=carte&amp;a=%22');
  await postForm(server.url, { ...typed, page: page.replace('&amp;', '&') });
  expect(stored(server.dataDir)).toEqual(['https://exemple.ch/partner?de=carte&a=%22']);
  await postForm(server.url, { ...typed, name: 'Anne', page: '//ailleurs.ch/sales' });
  expect(stored(server.dataDir)).toContain('https://exemple.ch/sales');
});
