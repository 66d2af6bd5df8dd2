import { expect, onTestFinished, test } from 'vitest';
import { Secret } from '#server/config/secrets.ts';
import { signedLinks } from '#server/messages/links.ts';
import { FAKE, startFakeAirtable } from '../fakes/airtable.ts';
import { airtableEnvironment } from '../fakes/airtable-settings.ts';
import { freshProof } from '../fakes/proof.ts';
import { storedRows } from '../support/stored-rows.ts';
import { postForm, postJson, sendForm, someLead, startServer } from './test-server.ts';

/** Why each stored lead is held (null: it is not), by name. */
function reasons(dataDir: string): Record<string, string | null> {
  const sql = 'SELECT name, held_because FROM leads JOIN outbox ON lead_id = id';
  const rows = storedRows<{ name: string; held_because: string | null }>(dataDir, sql);
  return Object.fromEntries(rows.map(({ name, held_because }) => [name, held_because]));
}

test('a program that posts the bare lead, and a page without JavaScript, are not held', async () => {
  const { url, dataDir } = await startServer();
  expect((await postJson(url, someLead({ name: 'Programme' }))).status).toBe(201);
  expect((await postForm(url, { name: 'Formulaire', email: 'f@example.ch', commentaire: '' })).status).toBe(
    303,
  );
  expect(reasons(dataDir)).toEqual({ Programme: null, Formulaire: null });
});

test('a suspect is answered like anybody, is stored, and says why it is held', async () => {
  const { url, dataDir } = await startServer();
  const honest = await postJson(url, someLead({ name: 'Zoé', email: 'zoe@example.ch' }));
  const trapped = { ...someLead({ name: 'Piège' }), commentaire: 'achetez' };
  const answer = await postJson(url, trapped);
  expect([answer.status, await answer.json()]).toEqual([
    201,
    { id: trapped.id, status: 'Cold', reference: expect.any(String), site: 'example.ch' },
  ]);
  expect([...answer.headers.keys()]).toEqual([...honest.headers.keys()]);
  expect((await postJson(url, trapped)).status).toBe(200);

  const form = { name: 'Piège du formulaire', email: 'x@example.ch', commentaire: 'achetez' };
  const seeOther = await postForm(url, form);
  expect(seeOther.status).toBe(303);
  expect(seeOther.headers.get('location')).toMatch(
    /^\/introduction\?name=Pi%C3%A8ge%20du%20formulaire&email=x%40example\.ch&ref=[\w-]{74}$/,
  );

  await postJson(url, someLead({ name: 'Voir https://x.example' }));
  await postJson(url, { ...someLead({ name: 'Faussaire' }), proof: 'AAAA' });
  expect(reasons(dataDir)).toEqual({
    Zoé: null,
    Piège: 'Champ piège rempli, preuve de travail absente.',
    'Piège du formulaire': 'Champ piège rempli, preuve de travail absente.',
    'Voir https://x.example': 'Preuve de travail absente, lien dans le nom.',
    Faussaire: 'Preuve de travail falsifiée.',
  });
});

test('one proof is good for one lead, in JSON and in a form', async () => {
  const { url, dataDir } = await startServer();
  const challenge = await fetch(`${url}/api/challenge`);
  expect(challenge.headers.get('cache-control')).toBe('no-store');
  const [first, second] = [await freshProof(url), await freshProof(url)];
  await postJson(url, { ...someLead({ name: 'Première' }), proof: first });
  await postJson(url, { ...someLead({ name: 'Copie de www.x.example' }), proof: first });
  await postForm(url, { name: 'Formulaire', email: 'f@example.ch', proof: second });
  expect(reasons(dataDir)).toEqual({
    Première: null,
    'Copie de www.x.example': 'Preuve de travail déjà utilisée, lien dans le nom.',
    Formulaire: null,
  });
});

test('a held lead stays here while the others are delivered', async () => {
  const fake = await startFakeAirtable();
  onTestFinished(() => fake.close());
  const { url, stop } = await startServer({
    ...airtableEnvironment(fake),
    AIRTABLE_TABLE: FAKE.table,
  });
  await postJson(url, { ...someLead({ name: 'Suspect' }), commentaire: 'x' });
  await postJson(url, someLead({ name: 'Honnête' }));
  // The suspect was due first: had it been free, it would have left with or before the other.
  await fake.until(() => fake.records.length > 0);
  await stop();
  expect(fake.records.map(({ fields }) => fields.Name)).toEqual(['Honnête']);
});

test('the owner’s links erase one held lead and let the other go, on the running server', async () => {
  const { url, dataDir } = await startServer();
  const [spam, customer] = [someLead({ name: 'Spam' }), someLead({ name: 'Cliente' })];
  for (const lead of [spam, customer]) await postJson(url, { ...lead, commentaire: 'x' });
  const [row] = storedRows<{ value: string }>(
    dataDir,
    `SELECT value FROM secrets WHERE name = 'message-links'`,
  );
  const links = signedLinks(new Secret(row?.value ?? ''));
  const answer = async (id: string, given: string) => {
    const link = `${url}/suivi/${links.sign('held', id, Date.now() + 60_000)}`;
    return (await sendForm(link, { answer: given })).status;
  };
  expect([await answer(spam.id, 'effacer'), await answer(customer.id, 'laisser')]).toEqual([303, 303]);
  expect(reasons(dataDir)).toEqual({ Cliente: null });
});
