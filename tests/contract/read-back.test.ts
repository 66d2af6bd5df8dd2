import { describe, expect, test } from 'vitest';
import { pacedSender } from '#server/destinations/airtable/paced-sender.ts';
import { recordReader } from '#server/destinations/airtable/read-records.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { goneRecords, leaveGone, renewRecords } from '#server/leads/operator/gone-records.ts';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { writtenStatuses } from '#server/leads/provider-record.ts';
import { READ_BACK_POLL_MS, startReadBack } from '#server/outbox/read-back/read-back.ts';
import { newestReading } from '#server/outbox/read-back/run.ts';
import { sentColumn, withSent } from '#server/outbox/sent.ts';
import { pauseDelivery, resumeDelivery } from '#server/store/conditions.ts';
import { eventQuery, leadEvents } from '#server/store/leads/events.ts';
import { FAKE, type Fault } from '../fakes/airtable.ts';
import { manualClock } from '../fakes/clock.ts';
import { someLead } from '../fakes/leads.ts';
import { NIGHT, type ReadBackBench, readBackBench } from '../fakes/read-back-bench.ts';
import { engines } from './engines.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe.each(Object.entries(engines))('the nightly reading of records, on %s', (_name, open) => {
  const bench = (options: ReadBackBench = {}) => readBackBench(open, options);
  const ids = (leads: readonly { id: string }[]) => leads.map(({ id }) => id).toSorted();

  test('of 1,000 records 50 are deleted by hand: those are named, none is created before the owner says so, then each once', async () => {
    const { db, clock, fake, server, deliver, recordOf, work, stateOf, named, listed } = await bench();
    const leads = await deliver(1_000, 10);
    const gone = leads.filter((_, index) => index % 20 === 7);
    const [edited, status, back, spam, renamed] = [
      leads[0],
      leads[1],
      gone[0],
      gone[1],
      gone[2],
    ] as typeof leads;
    for (const lead of gone) fake.trash(recordOf(lead));
    fake.edit(recordOf(edited as never), { Name: 'Zoé Müller-Favre' });
    fake.edit(recordOf(status as never), { Status: 'Perdu' });
    const asked = fake.requests.length;
    const { night } = server('a');
    expect(await night()).toMatchObject({ present: 950, changed: 1, gone: 50, elsewhere: 0, problem: null });
    expect(await named()).toEqual(ids(gone));
    // A page of a hundred in each request, and none that changes anything.
    expect([fake.requests.length - asked, listed().length]).toEqual([10, 10]);
    expect(fake.records).toHaveLength(950);
    expect([await stateOf(edited as never), await stateOf(status as never)]).toEqual(['changed', 'present']);
    // The same night once, the next one again; what somebody has put back is there.
    await night();
    expect(listed()).toHaveLength(10);
    const trashed = (await goneRecords(db, 1_000)).first.find(({ id }) => id === back?.id);
    const recordOfGone = (id: string) =>
      db.selectFrom('outbox').select('remote_id').where('lead_id', '=', id).executeTakeFirstOrThrow();
    fake.restore((await recordOfGone(trashed?.id ?? '')).remote_id ?? '');
    await clock.wait(DAY);
    expect(await night()).toMatchObject({ present: 951, gone: 49 });
    expect(await named()).not.toContain(back?.id);
    // Deleted on purpose: it stays so, and is named no more.
    expect(await leaveGone(db, [spam?.id ?? '', back?.id ?? ''])).toEqual([spam?.id]);
    await clock.wait(DAY);
    expect(await night()).toMatchObject({ gone: 49 });
    expect(await named()).toHaveLength(48);

    // Put back after the night and before the owner's word, which is given twice at once.
    fake.restore((await recordOfGone(renamed?.id ?? '')).remote_id ?? '');
    const wanted = await named();
    await db.atomically([
      eventQuery(db, {
        id: 'booked',
        leadId: wanted[5] ?? '',
        kind: 'call-booked',
        by: 'visitor',
        at: clock.now(),
      }),
    ]);
    await clock.wait(1);
    const said = await Promise.all([1, 2].map(() => renewRecords(db, wanted, clock.now())));
    expect(said.flat().toSorted()).toEqual(wanted);
    expect(await renewRecords(db, wanted, clock.now())).toEqual([]);
    expect(await named()).toEqual([]);
    await work();
    const arrived = fake.records.map(({ fields }) => fields.Email);
    const expected = leads.filter(({ id }) => id !== spam?.id).map(({ email }) => email);
    expect(arrived.toSorted()).toEqual(expected.toSorted());
    await clock.wait(DAY);
    expect(await night()).toMatchObject({ present: 999, gone: 1 });
    // Told once in the story; the new record is made Cold, and its status follows.
    const events = await leadEvents(db, wanted[5] ?? '');
    expect(events.map(({ kind }) => kind)).toEqual(['call-booked', 'record-renewed']);
    expect(writtenStatuses([{ kind: 'status-written', detail: { status: 'Warm' } }, ...events])).toEqual(
      new Set(['Warm', 'Cold']),
    );
    const messages = await db.selectFrom('messages').select(['kind', 'lead_id']).execute();
    expect(messages).toEqual([{ kind: 'provider-status', lead_id: wanted[5] }]);
  }, 60_000);

  test('a provider that fails, hangs, refuses or answers nonsense: nothing is gone, it is said, and goes on where it was', async () => {
    const { clock, db, fake, server, deliver, recordOf, named, listed } = await bench({ timeoutMs: 2_000 });
    const leads = await deliver(210, 5);
    const [lost] = leads.slice(205);
    fake.trash(recordOf(lost as never));
    const foreign = { records: [{ id: 'recForeign', createdTime: '2026-01-01T00:00:00Z', fields: {} }] };
    const faults: readonly (readonly [Fault, string])[] = [
      [{ kind: 'status', status: 503, body: '' }, 'HTTP 503'],
      [{ kind: 'close' }, 'Connexion perdue'],
      [{ kind: 'hang' }, 'Pas de réponse'],
      [{ kind: 'penalty' }, 'Rate limit'],
      [
        { kind: 'status', status: 401, body: { error: { type: 'UNAUTHORIZED', message: 'Invalid token' } } },
        'Invalid token',
      ],
      [{ kind: 'status', status: 403, body: { error: 'NOT_FOUND' } }, '403'],
      [{ kind: 'status', status: 404, body: { error: 'NOT_FOUND' } }, '404'],
      [{ kind: 'status', status: 200, body: '<html>' }, 'illisible'],
      [{ kind: 'status', status: 200, body: foreign }, 'illisible'],
    ];
    const { step, night } = server('a');
    await step();
    await step();
    expect(await newestReading(db)).toMatchObject({ present: 200 });
    for (const [fault, said] of faults) {
      fake.fail(fault);
      const failed = await night();
      expect(failed).toMatchObject({ present: 200, gone: 0, ended_at: null });
      expect(failed?.problem).toContain(said);
      expect(await named()).toEqual([]);
      const asked = fake.requests.length;
      await night();
      expect(fake.requests.length).toBe(asked);
      await clock.wait(16 * MINUTE);
    }
    const before = listed().length;
    expect(await night()).toMatchObject({
      present: 209,
      gone: 1,
      problem: null,
      ended_at: expect.any(Number),
    });
    expect(listed().length - before).toBe(1);
    expect(await named()).toEqual([lost?.id]);
  });

  test('a table that lacks a field is read all the same', async () => {
    const { fake, server, deliver, recordOf, named } = await bench();
    const [one] = await deliver(2, 1);
    fake.trash(recordOf(one as never));
    fake.fail({
      kind: 'status',
      status: 422,
      body: { error: { type: 'UNKNOWN_FIELD_NAME', message: 'URL' } },
    });
    expect(await server('a').night()).toMatchObject({ present: 1, gone: 1, changed: 0 });
    expect(await named()).toEqual([one?.id]);
    expect(JSON.parse(fake.requests.at(-1)?.body ?? '')).not.toHaveProperty('fields');
  });

  test('what was delivered elsewhere, or perhaps, is never called gone', async () => {
    const { fake, server, deliver, recordOf, named } = await bench();
    const elsewhere = await deliver(3, 9, `${FAKE.baseId}/Ancienne`);
    const unknown = await deliver(4, 8, null);
    for (const lead of [...elsewhere, unknown[0], unknown[2]] as typeof unknown) fake.trash(recordOf(lead));
    // Of two that nothing is known of, the one that follows a record that was found was there once.
    expect(await server('a').night()).toMatchObject({ present: 2, gone: 1, elsewhere: 4 });
    expect(await named()).toEqual([unknown[2]?.id]);
  });

  test('an other table in the settings makes nothing gone', async () => {
    const { clock, server, deliver, named, byName } = await bench();
    await deliver(5, 3);
    await server('a').night();
    await clock.wait(DAY);
    // The fake's table goes by its id as well: another name for this program, as another table would be.
    const { night } = server('a', { ...byName, table: FAKE.tableId });
    expect(await night()).toMatchObject({ present: 5, gone: 0 });
    await clock.wait(DAY);
    expect(await server('a').night()).toMatchObject({ present: 5 });
    expect(await named()).toEqual([]);
  });

  test('a server that takes the reading over goes on with the page that was not read, and what comes late changes nothing', async () => {
    const { clock, db, server, deliver, fake, recordOf, listed, named } = await bench();
    const leads = await deliver(250, 2);
    for (const lead of [leads[50], leads[240]] as typeof leads) fake.trash(recordOf(lead));
    const [one, other] = [server('frozen'), server('next')];
    await one.step();
    // Frozen while its second page is under way: what it writes when it wakes comes too late.
    fake.fail({ kind: 'latency', ms: 1_000 });
    const late = one.step();
    await fake.until(() => listed().length === 2);
    await clock.wait(3 * MINUTE);
    const done = await other.night();
    expect(done).toMatchObject({ present: 248, gone: 2, problem: null });
    await late;
    expect(await newestReading(db)).toEqual(done);
    expect(await named()).toEqual(ids([leads[50], leads[240]] as typeof leads));
    expect(listed()).toHaveLength(4);
  });

  test('behind leads that are due, not during a pause, and of the older ones a sample that goes on every night', async () => {
    const { clock, db, server, deliver, listed, fake, recordOf, named, work } = await bench();
    const old = await deliver(250, 60);
    const { step, night } = server('a');
    await leadWriter(db).insert(someLead(), clock.now() - 1);
    expect(await step()).toBeLessThan(READ_BACK_POLL_MS);
    await pauseDelivery(db, clock.now());
    expect(await step()).toBe(READ_BACK_POLL_MS);
    expect(listed()).toHaveLength(0);
    await resumeDelivery(db, clock.now());
    await work();
    // The last fifty have their turn the next night.
    fake.trash(recordOf(old[10] as never));
    fake.trash(recordOf(old[220] as never));
    expect(await night()).toMatchObject({ present: 200, gone: 1, sampled: 200 });
    await clock.wait(DAY);
    expect(await night()).toMatchObject({ gone: 2, sampled: 50 });
    expect(await named()).toEqual(ids([old[10], old[220]] as typeof old));
    await clock.wait(DAY);
    // From the beginning again; both are still read, and stay gone.
    expect(await night()).toMatchObject({ gone: 2, sampled: 200 });
    // An erased person is not told of.
    await operatorWriter(db).erase([old[10]?.id ?? '']);
    await clock.wait(DAY);
    await night();
    expect(await named()).toEqual([old[220]?.id]);
  });

  test('a status that was never written, and a corrected address, are written; what a person chose stays', async () => {
    const { clock, db, fake, server, deliver, recordOf } = await bench();
    const [warm, byHand, moved, same] = await deliver(4, 1);
    const book = async (lead: typeof warm) => {
      const id = crypto.randomUUID();
      const at = { now: clock.now() };
      await db.executeQuery(
        eventQuery(db, { id, leadId: lead?.id ?? '', kind: 'call-booked', by: 'visitor', at }),
      );
    };
    for (const lead of [warm, byHand]) await book(lead);
    const records = [warm, byHand, moved, same].map((lead) => recordOf(lead as never));
    fake.edit(records[1] ?? '', { Status: 'Client' });
    const email = 'corrigee@example.ch';
    await db
      .updateTable('outbox')
      .set({ sent: sentColumn(withSent([], moved as never, clock.now())) })
      .where('lead_id', '=', moved?.id ?? '')
      .execute();
    await db
      .updateTable('leads')
      .set({ email })
      .where('id', '=', moved?.id ?? '')
      .execute();
    const { night, mended } = server('a');
    await night();
    await mended();
    const there = records.map((id) => fake.records.find((record) => record.id === id)?.fields);
    expect(there.map((fields) => fields?.Status)).toEqual(['Warm', 'Client', 'Cold', 'Cold']);
    expect(there.map((fields) => fields?.Email)).toEqual([warm?.email, byHand?.email, email, same?.email]);
    // Of what is settled nothing is asked for again the next night.
    await clock.wait(DAY);
    await night();
    const messages = await db.selectFrom('messages').select(['state']).execute();
    expect(messages.map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  test('stops in the middle of a request, and leaves the reading to whoever comes next', async () => {
    const { db, fake, deliver, byName, log } = await bench();
    await deliver(1, 1);
    const clock = manualClock(NIGHT);
    const records = recordReader(byName, pacedSender(byName, clock));
    const reading = startReadBack({ db, records, clock, log, mend: async () => {} });
    expect(await clock.idle()).toBe(MINUTE);
    fake.fail({ kind: 'hang' });
    const asked = fake.requests.length;
    clock.advance(MINUTE);
    await fake.until(() => fake.requests.length > asked);
    await reading.stop();
    expect(await newestReading(db)).toMatchObject({ problem: null, ended_at: null });
  });
});
