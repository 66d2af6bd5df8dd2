import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { agency } from '#content/business.ts';
import { faultNames } from '#content/lead-fields.ts';
import { retentionRows } from '#content/legal/privacy-policy.ts';
import { recipientRows } from '#content/legal/privacy-recipients.ts';
import { parseLead } from '#domain/lead.ts';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { searchLeads } from '#server/leads/operator/search-leads.ts';
import type { Database } from '#server/store/database.ts';
import { cleanAddresses } from '#server/store/migrations/upgrade-from-023.ts';
import { sharedSecret } from '#server/store/shared-secret.ts';
import { someBooking } from '../fakes/bookings.ts';
import { someLead } from '../fakes/leads.ts';
import { databasePlaces } from '../service/database-place.ts';
import { leadsCommand } from '../service/leads-command.ts';
import { using } from '../service/seeded-store.ts';

const HOUR = 3_600_000;
const AUDIT_TOKEN = 'an-audit-token-that-opens-its-report';

/** Claire with three leads, two calls and an audit; Zoé, who has her name; and Claire under a tag. */
async function fill(db: Database) {
  const writer = leadWriter(db);
  const now = Date.now();
  const email = 'claire@exemple.ch';
  const claire = [
    someLead({ name: 'Claire Favre', email, url: 'https://exemple.ch/sales' }),
    someLead({ name: 'Claire Favre', email: 'Claire@Exemple.ch', url: 'https://exemple.ch/partner' }),
    someLead({ name: 'C. Favre \u202e', email }),
  ] as const;
  const namesake = someLead({ name: 'Claire Favre', email: 'claire.favre@exemple.ch' });
  const tagged = someLead({ name: 'Claire Favre', email: 'claire+site@exemple.ch' });
  for (const lead of [...claire, namesake, tagged]) await writer.insert(lead, now);
  const [first] = claire;
  await db
    .updateTable('outbox')
    .set({ state: 'delivered', delivered_at: now, remote_id: 'recClaire' })
    .where('lead_id', '=', first.id)
    .execute();
  const event = { lead_id: first.id, at: now, by: 'system' } as const;
  await db
    .insertInto('lead_events')
    .values([
      { ...event, id: 'e1', kind: 'won', detail: JSON.stringify({ amount: 1500 }) },
      {
        ...event,
        id: 'e2',
        kind: 'audit-ready',
        detail: JSON.stringify({ token: AUDIT_TOKEN, url: 'https://favre.exemple.ch/' }),
      },
    ])
    .execute();
  await db
    .insertInto('audits')
    .values({
      ...{ token: AUDIT_TOKEN, url: 'https://favre.exemple.ch/', scheme_typed: 0, host: 'favre.exemple.ch' },
      ...{ lead_id: first.id, state: 'refused', refusal: 'interrupted', proved: 1 },
      ...{ created_at: now, ended_at: now, expires_at: now + HOUR },
    } as never)
    .execute();
  await db
    .insertInto('messages')
    .values({
      ...{
        id: '<m1@exemple.ch>',
        kind: 'visitor-lead',
        channel: 'mail',
        recipient: 'visitor',
        lead_id: first.id,
      },
      ...{ state: 'sent', created_at: now, due_at: now, sent_at: now, receipt: '250 2.0.0 Ok: queued' },
    })
    .execute();
  const bookings = bookingStore(db);
  const calls = [
    someBooking(now + 24 * HOUR, { email, leadId: first.id }),
    someBooking(now + 48 * HOUR, { email: email.toUpperCase(), leadId: null }),
  ];
  for (const call of calls) await bookings.insert(call, now);
  await bookings.insert(someBooking(now + 72 * HOUR, { email: namesake.email, leadId: null }), now);
  const secret = await sharedSecret(db, 'message-links');
  return { claire, namesake, tagged, calls, secret };
}

describe.each(Object.entries(databasePlaces))('person, on %s', (_name, begin) => {
  test('tells all that is kept about her, nothing about a namesake, and opens nothing', async () => {
    const { environment, open } = await begin();
    const { claire, namesake, tagged, calls, secret } = await using(open(), fill);
    const ask = (...args: string[]) => leadsCommand(['person', ...args], environment);
    const page = await ask('CLAIRE@exemple.ch');
    expect(page).toMatchObject({ code: 0, stderr: '' });
    const json = await ask('claire@exemple.ch', '--json');
    const told = JSON.parse(json.stdout);
    expect(told.leads.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      claire.map(({ id }) => id).toSorted(),
    );
    expect(told.calls.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      calls.map(({ id }) => id).toSorted(),
    );
    const [first] = claire;
    expect(told.leads.find(({ id }: { id: string }) => id === first.id)).toMatchObject({
      url: 'https://exemple.ch/sales',
      userId: first.userId,
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      atProvider: { provider: 'Airtable', state: 'delivered', record: 'recClaire' },
      events: [
        { kind: 'won', amount: 1500 },
        { kind: 'audit-ready', url: 'https://favre.exemple.ch/' },
      ],
      messages: [{ kind: 'visitor-lead', state: 'sent', receipt: '250 2.0.0 Ok: queued' }],
      audits: [{ url: 'https://favre.exemple.ch/', state: 'refused' }],
    });
    expect(told.calls[0]).toMatchObject({ phone: calls[0]?.phone, changes: [{ kind: 'booked' }] });
    for (const words of [
      '3 demandes, 2 appels',
      'https://exemple.ch/partner',
      'recClaire',
      'un contrat est conclu (1500 CHF)',
      'e-mail à vous\u202f: accepté par le serveur qui le reçoit (250 2.0.0 Ok',
      'favre.exemple.ch',
      'réservé',
      '‹U+202E›',
    ])
      expect(page.stdout).toContain(words);
    for (const { stdout } of [page, json]) {
      for (const secretText of [AUDIT_TOKEN, secret.reveal(), ...calls.map(({ token }) => token)])
        expect(stdout).not.toContain(secretText);
      for (const { id, email } of [namesake, tagged]) {
        expect(stdout).not.toContain(id);
        expect(stdout).not.toContain(email);
      }
    }
    expect((await ask(tagged.email, '--json')).stdout).toContain(tagged.id);
  });

  test('an address is one person in every spelling, cleaned before and since, and is read as it is spoken', async () => {
    const { environment, open } = await begin();
    const [old, marked] = [someLead(), someLead()];
    const [readable, ascii] = ['anne@zürich.example', 'Anne@xn--zrich-kva.example'];
    const parsed = parseLead(someLead({ email: `\u202a${ascii}\u202c`, name: 'Anne\u200b' }), faultNames);
    const lead = parsed.ok ? parsed.value : old;
    expect(lead).toMatchObject({ email: 'Anne@zürich.example', name: 'Anne' });
    await using(open(), async (db) => {
      for (const one of [lead, old, marked]) await leadWriter(db).insert(one, Date.now());
      const call = someBooking(Date.now() + HOUR, { leadId: null });
      await bookingStore(db).insert(call, Date.now());
      // As a version before this one has stored them.
      const stored = [
        ['leads', old.id, ascii],
        ['leads', marked.id, '\u200banne@zürich.example'],
        ['bookings', call.id, `${ascii.toUpperCase()}`],
      ] as const;
      for (const [table, id, email] of stored)
        await sql`update ${sql.table(table)} set email = ${email} where id = ${id}`.execute(db);
      await cleanAddresses(db as never);
      // What a browser sends again of a lead of before is the same lead.
      expect(await leadWriter(db).insert({ ...old, email: ascii }, Date.now())).toBe('repeated');
    });
    for (const typed of [readable, ascii, ` \u200b${ascii}`, 'mailto:anne@ZÜRICH.example']) {
      const told = JSON.parse((await leadsCommand(['person', typed, '--json'], environment)).stdout);
      expect([told.leads.length, told.calls.length]).toEqual([3, 1]);
      expect((await leadsCommand(['show', typed], environment)).stdout).toContain('nne@zürich.example');
      const found = await using(open(), (db) => searchLeads(db, { text: typed }, 10));
      expect(found).toHaveLength(3);
    }
    expect((await leadsCommand(['erase', ascii, '--yes'], environment)).code).toBe(0);
    const left = (db: Database) => db.selectFrom('leads').select('id').execute();
    expect(await using(open(), left)).toEqual([]);
  });

  test('`show`, `person` and `erase` accept an e-mail address that contains a question mark or a slash', async () => {
    const { environment, open } = await begin();
    const email = 'qui?quoi/pourquoi&où%2F#1@exemple.ch';
    await using(open(), (db) => leadWriter(db).insert(someLead({ email }), Date.now()));
    expect((await leadsCommand(['show', email], environment)).stdout).toContain(email);
    expect((await leadsCommand(['person', email], environment)).stdout).toContain(email);
    expect((await leadsCommand(['erase', email, '--yes'], environment)).code).toBe(0);
    expect((await leadsCommand(['show', email], environment)).code).toBe(1);
  });

  test('says why, for whom and until when in the words of the legal texts; nothing kept is an answer too', async () => {
    const { environment, open } = await begin();
    await using(open(), fill);
    const { stdout } = await leadsCommand(['person', 'claire@exemple.ch'], environment);
    for (const [recipient, what] of recipientRows(agency)) {
      expect(stdout).toContain(recipient);
      expect(stdout).toContain(what);
    }
    for (const [data, duration] of retentionRows(agency))
      expect(stdout).toContain(`${data}\u202f: ${duration}`);
    const nobody = await leadsCommand(['person', 'nobody@exemple.ch'], environment);
    expect(nobody).toMatchObject({ code: 0, stdout: expect.stringContaining('Rien n’est gardé ici') });
    expect(
      JSON.parse((await leadsCommand(['person', 'nobody@exemple.ch', '--json'], environment)).stdout),
    ).toMatchObject({
      leads: [],
      calls: [],
      retention: expect.any(Array),
    });
  });
});
