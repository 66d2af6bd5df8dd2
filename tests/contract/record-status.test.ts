import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pacedSender } from '#server/destinations/airtable/paced-sender.ts';
import { recordFields } from '#server/destinations/airtable/record-fields.ts';
import { contactOf } from '#server/leads/follow-up/contact.ts';
import { confirmCall } from '#server/leads/follow-up/marks.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import type { OperatorLead } from '#server/leads/operator/operator-lead.ts';
import { operatorReader } from '#server/leads/operator/operator-reader.ts';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { deliverRecord } from '#server/leads/provider-record.ts';
import { claimMessages, settle } from '#server/messages/message-queue.ts';
import { recordQuery, statusQuery } from '#server/messages/new-message.ts';
import { sentColumn, withSent } from '#server/outbox/sent.ts';
import { pauseDelivery, resumeDelivery } from '#server/store/conditions.ts';
import { eventQuery } from '#server/store/leads/events.ts';
import { FAKE, type FakeOptions, startFakeAirtable } from '../fakes/airtable.ts';
import { settingsOf } from '../fakes/airtable-settings.ts';
import { leapingClock } from '../fakes/clock.ts';
import { someLead } from '../fakes/leads.ts';
import { untilSomebodyWaits } from '../postgres/reused.ts';
import { engines } from './engines.ts';

describe.each(Object.entries(engines))('the status of a record, on %s', (name, open) => {
  /** @param bare whether the record was made by the minimal strategy, which leaves its status out */
  async function bench({
    strategy = 1,
    bare = false,
    ...options
  }: FakeOptions & { strategy?: number; bare?: boolean } = {}) {
    const db = await open();
    onTestFinished(() => db.destroy());
    const clock = leapingClock();
    const fake = await startFakeAirtable({ now: clock.now, ...options });
    onTestFinished(() => fake.close());
    const settings = settingsOf(fake);
    const records = recordFields(settings, pacedSender(settings, clock, 500));
    const deps = { db, records, clock, random: () => 0, log: pino({ enabled: false }) };
    const lead = someLead();
    await leadWriter(db).insert(lead, clock.now());
    const path = `${fake.url}/v0/${FAKE.baseId}/${FAKE.table}`;
    const headers = { authorization: `Bearer ${FAKE.token}`, 'content-type': 'application/json' };
    const made = async (fields: object) => {
      const answer = await fetch(path, {
        method: 'POST',
        headers,
        body: JSON.stringify({ records: [{ fields }] }),
      });
      return ((await answer.json()) as { records: { id: string }[] }).records[0]?.id ?? '';
    };
    const recordId = await made({ Name: lead.name, Email: lead.email, ...(!bare && { Status: 'Cold' }) });
    // Somebody of the same name and address: never ours to touch.
    if (!bare) await made({ Name: lead.name, Email: lead.email, Status: 'Cold' });
    await db
      .updateTable('outbox')
      .set({ state: 'delivered', delivered_at: 1, remote_id: recordId, strategy })
      .execute();
    /** Nothing happens twice in one millisecond here, on either clock. */
    const tick = () => Promise.all([clock.wait(1), new Promise((resolve) => setTimeout(resolve, 2))]);
    const booked = async (kind: 'call-booked' | 'call-cancelled') => {
      await tick();
      const id = crypto.randomUUID();
      await db.atomically([
        eventQuery(db, { id, leadId: lead.id, kind, by: 'visitor', at: { now: clock.now() } }),
        statusQuery(db, lead.id, id, clock.now()),
      ]);
    };
    return {
      ...{ db, fake, records },
      lead,
      recordId,
      booked,
      clock,
      async confirm() {
        await tick();
        await confirmCall({ db }, (await contactOf(db, lead.id)) as never, clock.now());
      },
      statuses: () => fake.records.map(({ fields }) => fields.Status),
      messages: () => db.selectFrom('messages').selectAll().orderBy('created_at').orderBy('id').execute(),
      /** Everything that is due, as the worker would; twice over when a try failed. */
      async deliver(owner = 'a', read = records.read) {
        await clock.wait(60_000);
        await db.updateTable('messages').set({ due_at: 0 }).where('state', '=', 'waiting').execute();
        const claim = { channel: 'provider' as const, owner, now: clock.now(), limit: 1 };
        for (const message of await claimMessages(db, claim))
          await deliverRecord(
            { ...deps, records: { ...records, read } },
            message,
            owner,
            new AbortController().signal,
          );
      },
    };
  }

  test('follows the lead: Warm with a call, Hot with its confirmation, Cold without; one record, one field', async () => {
    const { fake, booked, confirm, deliver, statuses, recordId } = await bench();
    const asked = fake.requests.length;
    await booked('call-booked');
    await deliver();
    expect(statuses()).toEqual(['Warm', 'Cold']);
    await confirm();
    await confirm();
    await deliver();
    expect(statuses()).toEqual(['Hot', 'Cold']);
    await booked('call-cancelled');
    await deliver();
    expect(statuses()).toEqual(['Cold', 'Cold']);
    const sent = fake.requests.slice(asked);
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'GET', 'PATCH', 'GET', 'PATCH']);
    expect(sent.every(({ path }) => path.split('?')[0]?.endsWith(`/${recordId}`))).toBe(true);
    expect(
      sent.filter(({ method }) => method === 'PATCH').map(({ body }) => Object.keys(JSON.parse(body).fields)),
    ).toEqual([['Status'], ['Status'], ['Status']]);
  });

  test('of a lead that is erased while its record is read is no longer written, and nothing fails', async () => {
    const { db, lead, records, booked, deliver, statuses, messages } = await bench();
    await booked('call-booked');
    await deliver('a', async (...asked) => {
      const reply = await records.read(...asked);
      await operatorWriter(db, async () => {}).erase([lead.id]);
      return reply;
    });
    expect(statuses()).toEqual(['Cold', 'Cold']);
    expect(await messages()).toEqual([]);
  });

  // The embedded database has one writer. An erasure has the outbox's row, then the lead, then its messages.
  if (name === 'PostgreSQL') {
    test('what is written down before a record is changed waits for an erasure before it has locked the lead', async () => {
      const { db, lead, booked, deliver, statuses } = await bench();
      await db
        .updateTable('outbox')
        .set({ sent: sentColumn(withSent([], lead, 1)) })
        .execute();
      await operatorWriter(db).correctEmail(lead.id, 'zoe@example.ch');
      await booked('call-booked');
      let writing = Promise.resolve();
      await db.transaction().execute(async (tx) => {
        await tx.selectFrom('outbox').select('lead_id').forUpdate().execute();
        writing = deliver();
        await untilSomebodyWaits(db);
        expect(await tx.selectFrom('leads').select('id').forUpdate().noWait().execute()).toHaveLength(1);
      });
      await writing;
      expect(statuses()).toEqual(['Warm', 'Cold']);
    });

    test('what is written down after it waits for an erasure before it has locked the message', async () => {
      const { db, lead, booked, messages } = await bench();
      await booked('call-booked');
      await db.updateTable('messages').set({ due_at: 0 }).execute();
      const [message] = await claimMessages(db, { channel: 'provider', owner: 'a', now: 1, limit: 1 });
      const event = { id: 'x', leadId: lead.id, kind: 'status-written', by: 'system', at: 1 } as const;
      let settling = Promise.resolve(false);
      await db.transaction().execute(async (tx) => {
        await tx.selectFrom('leads').select('id').forUpdate().execute();
        settling = settle(db, 'a', message?.id ?? '', { state: 'sent', receipt: 'Warm' }, 1, [
          eventQuery(db, event),
        ]);
        await untilSomebodyWaits(db);
        expect(await tx.selectFrom('messages').select('id').forUpdate().noWait().execute()).toHaveLength(1);
      });
      expect(await settling).toBe(true);
      expect(await messages()).toMatchObject([{ state: 'sent' }]);
    });
  }

  test('is what the operator reads in every list, and what an erasure reports', async () => {
    const { db, lead, booked, confirm } = await bench();
    const namesake = { ...someLead(), name: lead.name, email: lead.email };
    await leadWriter(db).insert(namesake, 2);
    await booked('call-booked');
    await confirm();
    const reader = operatorReader(db);
    const pages: (readonly OperatorLead[])[] = [];
    for await (const page of reader.pages()) pages.push(page);
    const listed = [
      await reader.newest(10),
      await reader.newest(10, 'waiting'),
      await reader.byEmail(lead.email),
      pages.flat(),
      await operatorWriter(db, async () => {}).erase([lead.id, namesake.id]),
    ].map((leads) =>
      leads.map(({ id, status }) => `${id === lead.id ? 'booked' : 'namesake'} ${status}`).sort(),
    );
    const both = ['booked Hot', 'namesake Cold'];
    expect(listed).toEqual([both, ['namesake Cold'], both, both, both]);
  });

  test.each([0, 2])('under the names of strategy %i', async (strategy) => {
    const { fake, booked, deliver, statuses } = await bench({ strategy });
    await booked('call-booked');
    await deliver();
    expect(statuses()).toEqual(['Warm', 'Cold']);
    expect(fake.requests.at(-1)?.body).toContain(FAKE.fieldIds.Status);
    if (strategy === 0) expect(fake.requests.at(-1)?.path).toContain(FAKE.tableId);
  });

  test('the value is that of when it is sent, and what stands already is not written', async () => {
    const { fake, booked, confirm, deliver, statuses } = await bench();
    await booked('call-booked');
    await confirm();
    await deliver();
    expect(statuses()[0]).toBe('Hot');
    const asked = fake.requests.length;
    await deliver();
    expect(fake.requests.slice(asked).map(({ method }) => method)).toEqual(['GET']);
  });

  test('what a person chose stays, a value we wrote earlier and a person chose again included', async () => {
    const { fake, booked, confirm, deliver, statuses, messages, recordId } = await bench();
    await booked('call-booked');
    await deliver();
    fake.edit(recordId, { Status: 'Cold' });
    await confirm();
    await deliver();
    expect(statuses()[0]).toBe('Cold');
    expect((await messages()).at(-1)?.last_error ?? (await messages())[0]?.last_error).toContain('à la main');
    fake.edit(recordId, { Status: 'Client' });
    await booked('call-cancelled');
    await deliver();
    expect(statuses()[0]).toBe('Client');
  });

  test('an answer that never came: what landed is known for ours, by the next change too', async () => {
    const { fake, booked, confirm, deliver, statuses } = await bench();
    await booked('call-booked');
    fake.fail({ kind: 'none' });
    fake.fail({ kind: 'stored-close' });
    await deliver();
    expect(statuses()[0]).toBe('Warm');
    await confirm();
    await deliver();
    await deliver();
    expect(statuses()[0]).toBe('Hot');
  });

  test.each([401, 403, 422])(
    'refused with %i it waits, keeps the reason, and is written once that is mended',
    async (status) => {
      const { fake, booked, confirm, deliver, statuses, messages, db, clock } = await bench();
      await booked('call-booked');
      const refusal = {
        kind: 'status',
        status,
        body: { error: { type: 'REFUSED', message: 'Refused' } },
      } as const;
      if (status === 422) fake.fail({ kind: 'none' });
      fake.fail(refusal);
      await deliver();
      const [waiting] = await messages();
      expect(waiting).toMatchObject({ state: 'waiting', last_error: expect.stringContaining(`${status}`) });
      // Slowly, as a lead that every strategy was refused for.
      const { at } = await db.selectNoFrom(db.engine.instant(clock.now()).as('at')).executeTakeFirstOrThrow();
      expect((waiting?.due_at ?? 0) - at).toBeGreaterThan(6 * 60_000);
      await deliver();
      expect(statuses()[0]).toBe('Warm');
      await confirm();
      await deliver();
      await deliver();
      expect(statuses()[0]).toBe('Hot');
      expect((await messages()).map(({ state }) => state)).toEqual(['sent', 'sent']);
    },
  );

  test.each([
    ['all', {}, { ID: true, Status: 'Cold' }],
    ['what the table has', { without: ['ID'] }, { ID: false, Status: 'Cold' }],
    ['what the table has', { without: ['Status'] }, { ID: true, Status: undefined }],
  ] as const)('a record that was made with less gets %s, once', async (_what, options, wanted) => {
    const { fake, lead, db, clock, deliver, messages } = await bench({ strategy: 3, bare: true, ...options });
    await db.executeQuery(recordQuery(db, lead.id, 'taken', clock.now()));
    await deliver();
    const fields = fake.records[0]?.fields;
    expect(fields?.ID).toBe(wanted.ID ? lead.userId : undefined);
    expect(fields?.Status).toBe(wanted.Status);
    expect(await messages()).toMatchObject([{ state: 'sent' }]);
  });

  test('what a person has filled in of a record that was made with less stays', async () => {
    const { fake, lead, db, clock, deliver, recordId } = await bench({ strategy: 3, bare: true });
    fake.edit(recordId, { Status: 'Client', Email: 'autre@example.ch' });
    await db.executeQuery(recordQuery(db, lead.id, 'taken', clock.now()));
    await operatorWriter(db, async () => {}, clock.now).correctEmail(lead.id, 'corrigee@example.ch');
    await deliver();
    await deliver();
    expect(fake.records[0]?.fields).toMatchObject({
      Status: 'Client',
      Email: 'autre@example.ch',
      ID: lead.userId,
    });
  });

  test('what a person chose while the option was missing stays', async () => {
    const { fake, booked, deliver, statuses } = await bench();
    fake.refuseValue('Warm');
    await booked('call-booked');
    await deliver();
    expect(statuses()[0]).toBe('Cold');
    // A person who adds the option and chooses it is not overwritten.
    fake.edit(fake.records[0]?.id ?? '', { Status: 'Warm' });
    await booked('call-cancelled');
    await deliver();
    expect(statuses()[0]).toBe('Warm');
  });

  test('a record that is gone or of unknown id is left alone; one not delivered yet waits', async () => {
    const { fake, db, booked, deliver, messages } = await bench();
    const asked = fake.requests.length;
    const after = async (change: object) => {
      await db.updateTable('outbox').set(change).execute();
      await booked('call-booked');
      await deliver();
      const state = (await messages()).map((one) => one.state).join();
      await db.deleteFrom('messages').execute();
      return state;
    };
    expect(await after({ state: 'waiting', remote_id: null })).toBe('waiting');
    expect(await after({ state: 'delivered' })).toBe('dropped');
    expect(await after({ remote_id: 'rec1', record_state: 'gone' })).toBe('dropped');
    expect(fake.requests).toHaveLength(asked);
    expect(await after({ remote_id: 'recGONE', record_state: null })).toBe('dropped');
    expect(fake.requests.slice(asked).map(({ method }) => method)).toEqual(['GET']);
  });

  test('waits while the delivery is paused', async () => {
    const { fake, db, booked, deliver, messages, statuses, clock } = await bench();
    await booked('call-booked');
    const asked = fake.requests.length;
    await pauseDelivery(db, clock.now());
    await deliver();
    expect(fake.requests).toHaveLength(asked);
    expect(await messages()).toMatchObject([{ state: 'waiting' }]);
    await resumeDelivery(db, clock.now());
    await deliver();
    expect(statuses()[0]).toBe('Warm');
  });
});
