import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type LeadStatus, statusAfter } from '#domain/lead-status.ts';
import { copyLeads } from '#server/copy/copy-leads.ts';
import { airtable } from '#server/destinations/airtable/airtable.ts';
import { recordEraser } from '#server/destinations/airtable/erase-records.ts';
import { pacedSender } from '#server/destinations/airtable/paced-sender.ts';
import { recordFields } from '#server/destinations/airtable/record-fields.ts';
import { eraseAtProvider } from '#server/leads/erasure/at-provider.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { eraseExpired } from '#server/leads/operator/erase-expired.ts';
import { renewRecords } from '#server/leads/operator/gone-records.ts';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { deliverRecord } from '#server/leads/provider-record.ts';
import { claimMessages } from '#server/messages/message-queue.ts';
import { statusQuery } from '#server/messages/new-message.ts';
import { markRestored } from '#server/outbox/after-restore.ts';
import { deliverClaimed } from '#server/outbox/deliver-claimed.ts';
import { claim, OUTBOX } from '#server/outbox/outbox-queue.ts';
import { returnLeases } from '#server/queue/leases.ts';
import type { Database } from '#server/store/database.ts';
import { eventQuery, leadEvents } from '#server/store/leads/events.ts';
import { leadReader } from '#server/store/leads/lead-reader.ts';
import { type Fault, startFakeAirtable } from '../fakes/airtable.ts';
import { settingsByName } from '../fakes/airtable-settings.ts';
import { leapingClock } from '../fakes/clock.ts';
import { someLead } from '../fakes/leads.ts';
import { engines } from './engines.ts';

const NEVER = new AbortController().signal;
const FAR = Number.MAX_SAFE_INTEGER;

/** Where the delivery stands when somebody changes the lead; the words are those of decision 004's table. */
const STATES = {
  'not begun': undefined,
  'answer lost before': { kind: 'close' },
  'under way, its answer lost': { kind: 'stored-hang' },
  'under way, its answer late': { kind: 'latency', ms: 60 },
  'under way, the server killed': { kind: 'stored-hang' },
  'answer lost after': { kind: 'stored-close' },
  delivered: { kind: 'none' },
} as const satisfies Record<string, Fault | undefined>;
type State = keyof typeof STATES;

/** A lead in a state, a second one of the same visitor that comes later, and all that works on them, on a clock that leaps. */
async function bench(open: () => Promise<Database>, state: State) {
  const opened = async () => {
    const one = await open();
    onTestFinished(() => one.destroy());
    return one;
  };
  let db = await opened();
  const clock = leapingClock(Date.now());
  const fake = await startFakeAirtable({ now: clock.now });
  onTestFinished(() => fake.close());
  const settings = settingsByName(fake);
  const paced = pacedSender(settings, clock, 200);
  const log = pino({ enabled: false });
  const destination = airtable(settings, clock, paced);
  const records = recordFields(settings, paced);
  const eraser = recordEraser(settings, clock, paced);

  async function deliver(owner: string): Promise<void> {
    const rows = await claim(db, { owner, now: clock.now() });
    const limits = { signal: NEVER, until: FAR };
    const delivery = { db, destination, clock, random: () => 0, log, owner, limits, stopping: NEVER };
    await deliverClaimed(delivery, rows);
  }

  /** Whatever waits is due: the database's clock does not leap. */
  async function makeDue(): Promise<void> {
    await clock.wait(10_000);
    await db.updateTable('outbox').set({ due_at: 0 }).where('state', '=', 'waiting').execute();
    await db.updateTable('messages').set({ due_at: 0 }).where('state', '=', 'waiting').execute();
    await db.updateTable('erased_searches').set({ due_at: 0 }).execute();
    await db.updateTable('erased_records').set({ due_at: 0 }).where('state', '=', 'owed').execute();
  }

  async function left(): Promise<boolean> {
    const some = await db
      .selectFrom('outbox')
      .select('lead_id as id')
      .where('state', '=', 'waiting')
      .where('held_because', 'is', null)
      .unionAll(db.selectFrom('messages').select('id').where('state', '=', 'waiting'))
      .unionAll(db.selectFrom('erased_searches').select('id'))
      .unionAll(db.selectFrom('erased_records').select('remote_id as id').where('state', '=', 'owed'))
      .limit(1)
      .execute();
    return some.length > 0;
  }

  const lead = someLead();
  /** The same person in the same browser, a correction for instance: only the name tells their records apart. */
  const again = someLead({ ...lead, id: crypto.randomUUID(), name: `${lead.name}-Favre` });
  await leadWriter(db).insert(lead, clock.now());
  const fault = STATES[state];
  let pass: Promise<void> = Promise.resolve();
  if (fault !== undefined) {
    fake.fail(fault);
    pass = deliver('first');
    if (!state.startsWith('under way')) await pass;
    else await fake.until(() => fake.requests.length === 1);
  }
  if (state === 'under way, the server killed') await returnLeases(db, OUTBOX, 'everyone', clock.now());

  return {
    lead,
    again,
    clock,
    fake,
    opened,
    /** The first attempt is over, whatever became of it. */
    passed: () => pass,
    /** The second lead comes, and is begun by a server that sees no answer. */
    async beginAgain(lost: Fault) {
      await leadWriter(db).insert(again, clock.now());
      fake.fail(lost);
      await deliver('second');
    },
    get db() {
      return db;
    },
    /** All goes on with another database. */
    goOn(other: Database) {
      db = other;
    },
    /** Until nothing is left to do. */
    async settle(rounds = 6) {
      await pass;
      for (let round = 0; round < rounds && (await left()); round += 1) {
        await makeDue();
        // A lead that was released goes out behind all others, one that waits for another of its e-mail among them.
        for (const _ of [1, 2]) await deliver('server');
        const claimed = await claimMessages(db, {
          channel: 'provider',
          owner: 'm',
          now: clock.now(),
          limit: 9,
        });
        const deps = { db, records, clock, random: () => 0, log };
        for (const message of claimed) await deliverRecord(deps, message, 'm', NEVER);
        const erasing = { db, records: eraser, clock, random: () => 0, log };
        while (await eraseAtProvider(erasing, NEVER));
      }
    },
    writer: () => operatorWriter(db, async () => {}, clock.now),
  };
}

type Bench = Awaited<ReturnType<typeof bench>>;

const correct = ({ writer, lead }: Bench, email = 'zoe.muller@example.ch') =>
  writer().correctEmail(lead.id, email);
const erase = async ({ writer, lead }: Bench) => void (await writer().erase([lead.id]));
async function restore(one: Bench) {
  const backup = await one.opened();
  await copyLeads(one.db, backup);
  await one.settle(3);
  await one.db.destroy();
  one.goOn(backup);
  await markRestored(backup, one.clock.now());
}
async function move(one: Bench) {
  await one.passed();
  const target = await one.opened();
  for (const _ of [1, 2]) await copyLeads(one.db, target);
  one.goOn(target);
}
async function book({ db, lead, clock }: Bench) {
  const id = crypto.randomUUID();
  await db.atomically([
    eventQuery(db, { id, leadId: lead.id, kind: 'call-booked', by: 'visitor', at: { now: clock.now() } }),
    statusQuery(db, lead.id, id, clock.now()),
  ]);
}
async function hold(one: Bench) {
  await one.writer().hold([one.lead.id], 'Douteux.');
  await one.settle(2);
  // Whatever had left is there; nothing has left since.
  expect(one.fake.records.length).toBeLessThanOrEqual(1);
}
const release = async ({ writer, lead }: Bench) => void (await writer().release([lead.id]));
/** Nothing is left of the lead but its record, which a search for the other one's finds first. */
const otherLost =
  (lost: Fault['kind'] & ('close' | 'stored-close')) =>
  ({ beginAgain }: Bench) =>
    beginAgain({ kind: lost });
const retain = async ({ db, clock }: Bench) => void (await eraseExpired(db, FAR, clock.now()));
async function renew(one: Bench) {
  await one.settle(3);
  const [record] = one.fake.records;
  one.fake.trash(record?.id ?? '');
  await one.db.updateTable('outbox').set({ record_state: 'gone' }).where('state', '=', 'delivered').execute();
  await renewRecords(one.db, [one.lead.id], one.clock.now());
}

/** What somebody does to a lead, and whether it is there in the end. */
const ACTIONS: Readonly<
  Record<string, readonly [end: 'one' | 'none' | 'old', ...acts: ((one: Bench) => unknown)[]]>
> = {
  corrected: ['one', correct],
  'corrected, and corrected back': [
    'one',
    correct,
    ({ writer, lead }) => writer().correctEmail(lead.id, lead.email),
  ],
  'held, then released': ['one', hold, release],
  'corrected while held': ['one', hold, correct, release],
  erased: ['none', erase],
  'corrected, then erased': ['none', correct, erase],
  'held, then erased': ['none', hold, erase],
  'erased, the other one lost before': ['none', erase, otherLost('close')],
  'corrected, then erased, the other one lost before': ['none', correct, erase, otherLost('close')],
  'corrected, then erased, the other one lost after': ['none', correct, erase, otherLost('stored-close')],
  'put back from a backup': ['one', restore],
  'corrected, then put back from a backup': ['one', correct, restore],
  'corrected, put back, then erased': ['none', correct, restore, erase],
  'moved to another database': ['one', move],
  'corrected, then moved': ['one', correct, move],
  'moved, then corrected and erased': ['none', move, correct, erase],
  'booked a call': ['one', book],
  'booked, then corrected': ['one', book, correct],
  'past the retention': ['old', retain],
  'corrected, past the retention': ['old', correct, retain],
  'gone and made anew': ['one', renew],
  'corrected, gone, made anew, then erased': ['none', correct, renew, ({ settle }) => settle(3), erase],
};

/** What a record says, with its status. */
const said = (
  { name, email, userId, url }: Record<'name' | 'email' | 'userId' | 'url', string>,
  Status: LeadStatus,
) => ({
  ...{ Name: name, Email: email, ID: userId, URL: url },
  Status,
});

describe.each(Object.entries(engines))('a lead that is changed, on %s', (_name, open) => {
  describe.each(Object.keys(STATES) as State[])('while its delivery is: %s', (state) => {
    test.each(Object.entries(ACTIONS))(
      '%s: one record a lead, as the lead is now',
      async (_action, [end, ...acts]) => {
        const one = await bench(open, state);
        for (const act of acts) await act(one);
        await one.passed();
        await leadWriter(one.db).insert(one.again, one.clock.now());
        await one.settle();

        const { db, lead, again, fake } = one;
        const kept = await leadReader(db).byId(lead.id);
        if (end !== 'old') expect(kept === undefined).toBe(end === 'none');
        const status = statusAfter(await leadEvents(db, lead.id));
        const wanted = [...(kept ? [said(kept, status)] : []), said(again, 'Cold')];
        const inOrder = (all: readonly object[]) =>
          all.map((record) => JSON.stringify(Object.entries(record).toSorted())).toSorted();
        expect(inOrder(fake.records.map(({ fields }) => fields))).toEqual(inOrder(wanted));
        const rows = await db.selectFrom('outbox').select(['state', 'remote_id']).execute();
        expect(rows.every((row) => row.state === 'delivered')).toBe(true);
        expect(rows.map((row) => row.remote_id).toSorted()).toEqual(
          fake.records.map(({ id }) => id).toSorted(),
        );
        const owed = await db.selectFrom('erased_records').where('state', '=', 'owed').selectAll().execute();
        const sought = await db.selectFrom('erased_searches').selectAll().execute();
        const waiting = await db.selectFrom('messages').where('state', '=', 'waiting').selectAll().execute();
        expect([owed, sought, waiting]).toEqual([[], [], []]);
        // The browser sends what it had sent first.
        if (kept) expect(await leadWriter(db).insert(lead, one.clock.now())).toBe('repeated');
      },
    );
  });
});
