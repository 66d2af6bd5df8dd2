import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import type { DeskDeps, View } from '#server/desk/deps.ts';
import { ACTIONS } from '#server/desk/desk.ts';
import { callsView, contactsView, nowView } from '#server/desk/views.tsx';
import { fanOut } from '#server/leads/fan-out.ts';
import { contactOf } from '#server/leads/follow-up/contact.ts';
import {
  type MarkAnswer,
  type Marked,
  mark,
  markCall,
  noteAuditSent,
  unmark,
} from '#server/leads/follow-up/marks.ts';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { searchLeads } from '#server/leads/operator/search-leads.ts';
import type { Database } from '#server/store/database.ts';
import { eventQuery } from '#server/store/leads/events.ts';
import type { Clock } from '#server/system/clock.ts';
import { someBooking } from '../fakes/bookings.ts';
import { someLead } from '../fakes/leads.ts';
import { messageBench } from '../fakes/message-bench.ts';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { engines } from './engines.ts';

const SENDER = 'nous@atelier.example';
const HOUR = 60 * 60_000;

describe.each(Object.entries(engines))('what the desk does on %s', (_name, open) => {
  async function bench() {
    const own = await messageBench(open);
    const { db, clock, links, insert } = own;
    const come = async (lead = someLead()) => {
      await insert(lead);
      await fanOut({ db, clock, links, sender: SENDER, webhook: false, wake: () => {} });
      clock.advance(1_000);
      return lead;
    };
    const say = async (id: string, answer: MarkAnswer) => {
      const contact = await contactOf(db, id);
      return contact && mark({ db, sender: SENDER }, contact, answer, clock.now());
    };
    const takeBack = (marked?: Marked) =>
      unmark({ db, sender: SENDER }, marked?.kind === 'noted' ? marked.id : '', clock.now());
    const reminders = async () =>
      (await own.messages()).filter(({ kind, state }) => kind === 'owner-reminder' && state === 'waiting')
        .length;
    return { ...own, come, say, takeBack, reminders };
  }

  test('an erasure erases its lead, also when its address is corrected at the same moment', async () => {
    const { db, clock, come } = await bench();
    const lead = await come();
    let isCorrected = false;
    const beside = Object.assign(
      db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          const corrected = isCorrected
            ? undefined
            : operatorWriter(db).correctEmail(lead.id, 'zoe@example.ch');
          isCorrected = true;
          await corrected;
          return result;
        },
      }),
      { engine: db.engine, atomically: db.atomically.bind(db) },
    );
    const deps = { db: beside, dataDir: temporaryFolder(), now: clock.now, wakeErasures: () => {} };
    const given = new URLSearchParams({ lead: lead.id });
    expect(await ACTIONS.effacer(deps as unknown as DeskDeps, given)).toEqual({ done: 'effacer' });
    expect(await db.selectFrom('leads').select('id').execute()).toEqual([]);
  });

  test('a mark that is taken back leaves what was there before: reminder, call, and the mark before it', async () => {
    const { db, clock, come, say, takeBack, reminders } = await bench();
    const lead = await come();
    const booking = crypto.randomUUID();
    const start = clock.now() - HOUR;
    await bookingStore(db).insert(
      {
        ...{ id: booking, token: booking, uid: booking, leadId: lead.id, name: lead.name, email: lead.email },
        ...{ phone: '+41215550148', timeZone: null },
        time: { start, end: start + 1, coversUntil: start + 1 },
      },
      start,
      [
        eventQuery(db, {
          id: booking,
          leadId: lead.id,
          kind: 'call-booked',
          by: 'visitor',
          at: start,
          detail: { booking, start },
        }),
      ],
    );
    const outcome = async () =>
      (await db.selectFrom('bookings').select('outcome').executeTakeFirstOrThrow()).outcome;
    const before = await reminders();
    const held = await say(lead.id, 'tenu');
    clock.advance(1_000);
    const missed = await say(lead.id, 'pas-joint');
    expect([await outcome(), await reminders()]).toEqual(['held', before + 1]);
    expect([await takeBack(missed), await takeBack(missed)]).toEqual([true, false]);
    expect([await outcome(), await reminders()]).toEqual(['held', before]);
    // A mailbox is trusted after a call that was held, also when that was cancelled since.
    await db.updateTable('bookings').set({ state: 'cancelled' }).execute();
    expect([await takeBack(held), await outcome()]).toEqual([true, null]);
    const again = await say(lead.id, 'gagne');
    clock.advance(30_000);
    expect(await takeBack(again)).toBe(false);
  });

  test('a reminder that is just being sent stays when its mark is taken back', async () => {
    const { db, come, say, takeBack, messages } = await bench();
    const lead = await come();
    const before = (await messages()).length;
    const missed = await say(lead.id, 'pas-joint');
    await db
      .updateTable('messages')
      .set({ lease_owner: 'a worker' })
      .where('kind', '=', 'owner-reminder')
      .execute();
    expect([await takeBack(missed), (await messages()).length]).toEqual([true, before + 1]);
  });

  test('of two who say the same at the same moment one is noted', async () => {
    const { db, clock, come, reminders } = await bench();
    const { id } = await come();
    const contact = await contactOf(db, id);
    // Another event is stored after the first of the two has read the lead's events, and before the second does.
    const asked = {
      id: crypto.randomUUID(),
      leadId: id,
      kind: 'audit-asked',
      by: 'visitor',
      detail: {},
    } as const;
    await db.atomically([eventQuery(db, { ...asked, at: { now: clock.now() } })]);
    const later = await contactOf(db, id);
    const before = await reminders();
    const both = [contact, later].map(
      (seen) => seen && mark({ db, sender: SENDER }, seen, 'pas-joint', clock.now()),
    );
    const outcomes = (await Promise.all(both)).map((outcome) => outcome?.kind);
    expect(outcomes.toSorted()).toEqual(['already', 'noted']);
    expect((await contactOf(db, id))?.events.filter(({ kind }) => kind === 'not-reached')).toHaveLength(1);
    expect(await reminders()).toBe(before + 1);

    // Sent again by a desk that does not show the first answer yet, it counts once; a minute later it is another attempt.
    const say = async () => {
      const seen = await contactOf(db, id);
      return seen && mark({ db, sender: SENDER }, seen, 'pas-joint', clock.now());
    };
    clock.advance(50_000);
    expect([(await say())?.kind, await reminders()]).toEqual(['already', before + 1]);
    clock.advance(20_000);
    expect([(await say())?.kind, await reminders()]).toEqual(['noted', before + 2]);
  });

  test('an audit that was sent is noted once by two at once, and can be taken back', async () => {
    const { db, clock, come, takeBack } = await bench();
    const { id } = await come();
    const contact = await contactOf(db, id);
    if (contact === undefined) throw new Error('The lead is gone');
    const both = await Promise.all([1, 2].map(() => noteAuditSent({ db }, contact, clock.now())));
    const [first, second] = both.toSorted((a, b) => (a.kind < b.kind ? 1 : -1));
    expect([first?.kind, second?.kind]).toEqual(['noted', 'already']);
    const sent = async () =>
      (await contactOf(db, id))?.events.filter(({ kind }) => kind === 'audit-sent').length;
    expect([await sent(), await takeBack(first), await sent()]).toEqual([1, true, 0]);
  });

  test('what is said of a call without a lead is taken back as well, until something else is said or it is moved', async () => {
    const { db, clock, takeBack } = await bench();
    const call = someBooking(clock.now() - HOUR);
    await bookingStore(db).insert(call, clock.now() - 2 * HOUR);
    const say = (answer: 'tenu' | 'pas-joint') =>
      markCall({ db, sender: SENDER }, { id: call.id }, answer, clock.now());
    const outcome = async () => (await bookingStore(db).byId(call.id))?.outcome;
    const held = await say('tenu');
    expect([await takeBack(held), await takeBack(held), await outcome()]).toEqual([true, false, null]);

    const missed = await say('pas-joint');
    const heldAfterAll = await say('tenu');
    expect([await takeBack(missed), await outcome()]).toEqual([false, 'held']);
    expect([await takeBack(heldAfterAll), await outcome()]).toEqual([true, 'not-reached']);

    // What was said before a move is about another time.
    const before = await say('tenu');
    await db
      .updateTable('bookings')
      .set({ start_at: call.time.start + HOUR / 2, sequence: 1, outcome: null })
      .execute();
    await say('tenu');
    expect([await takeBack(before), await outcome()]).toEqual([false, 'held']);
  });

  /** What a view of the desk shows, as markup. */
  async function shown(
    view: View,
    { db, clock }: { readonly db: Database; readonly clock: Clock },
    query: Readonly<Record<string, string>> = {},
  ) {
    const deps = { db, now: clock.now, publicUrl: 'https://atelier.example' } as DeskDeps;
    const frame = { root: '', section: '/' as const, formToken: 't', here: '/' };
    const made = await view({ deps, frame, query, params: {}, examination: { state: 'none', findings: [] } });
    return renderToStaticMarkup(made?.[1]);
  }

  test('every contact is on one page of the list', async () => {
    const { db, clock, insert } = await bench();
    const ids: string[] = [];
    // A page holds fifty.
    for (let nth = 0; nth < 101; nth += 1) {
      ids.push((await insert()).id);
      clock.advance(1_000);
    }
    const listed: string[] = [];
    for (let query: string | undefined = ''; query !== undefined; ) {
      const page = await shown(contactsView, { db, clock }, Object.fromEntries(new URLSearchParams(query)));
      listed.push(...[...page.matchAll(/data-key="in-list-([^"]+)"/g)].map(([, id = '']) => id));
      query = /href="\/contacts\?(apres=[^"]+)"/.exec(page)?.[1];
    }
    expect(listed).toEqual(ids.toReversed());
  });

  test('the calls of today and tomorrow are on the first page; one of another calendar is changed there alone', async () => {
    const { db, clock } = await bench();
    const [today, tomorrow, later] = [6, 24, 48].map((hours) => someBooking(clock.now() + hours * HOUR));
    for (const call of [today, tomorrow, later])
      if (call !== undefined) await bookingStore(db).insert(call, clock.now());
    const keys = (page: string) => [...page.matchAll(/<li class="desk-row" data-key="([^"]+)" id="appel-/g)];
    const first = await shown(nowView, { db, clock });
    expect(keys(first).map(([, id]) => id)).toEqual([today?.id, tomorrow?.id]);
    await db
      .updateTable('bookings')
      .set({ provider: 'calendly' })
      .where('id', '<>', today?.id ?? '')
      .execute();
    const week = await shown(callsView, { db, clock });
    expect(keys(week)).toHaveLength(3);
    expect(week.match(/#deplacer"/g)).toHaveLength(1);
    expect(week.match(/value="annuler-appel"/g)).toHaveLength(1);
  });

  test('the week of the calls is that of today until it ends, unless another is asked for', async () => {
    const { db, clock } = await bench();
    // From Tuesday morning to Sunday evening.
    clock.advance(5 * 24 * HOUR + 8 * HOUR);
    const first = async (query = {}) =>
      />Du lundi (\d+)/.exec(await shown(callsView, { db, clock }, query))?.[1];
    expect(await first()).toBe('23');
    expect(await first({ semaine: '2026-11-30' })).toBe('30');
    expect(await first({ semaine: '2026-11-99' })).toBe('23');
  });

  test('a person is found by parts of the name without accents, by a whole address, by a reference', async () => {
    const { db, come, clock } = await bench();
    const named = async (name: string, email: string) => come(someLead({ name, email }));
    const zoe = await named('Zoé Müller', 'zoe@boulangerie.example');
    const other = await named('ZOÉ Muller', 'z@fleurs.example');
    const luc = await named('Luc Mill-ÀÇÉÎÑÔÜŸŒÆẞ', 'luc@100%.example');
    const found = async (text: string, more = {}) =>
      (await searchLeads(db, { text, ...more }, 10)).map(({ id }) => id);
    expect(await found('')).toHaveLength(3);
    expect(await found('muller zoe')).toEqual([other.id, zoe.id]);
    expect(await found('Müller boulang')).toEqual([zoe.id]);
    expect(await found('ZOE@boulangerie.example')).toEqual([zoe.id]);
    expect(await found(zoe.id.slice(0, 8))).toEqual([zoe.id]);
    expect(await found('100%')).toHaveLength(1);
    expect(await found('%')).toHaveLength(1);
    expect(await found('m_ll')).toEqual([]);
    // SQLite knows none of these letters in lower case.
    expect(await found('aceinouyœæß')).toEqual([luc.id]);
    await operatorWriter(db).hold([zoe.id], 'pour voir');
    expect(await found('muller', { state: 'held' })).toEqual([zoe.id]);
    expect(await found('', { since: clock.now() + 1 })).toEqual([]);
    await db.updateTable('leads').set({ source: 'Lettre' }).where('id', '=', other.id).execute();
    expect(await found('', { source: 'lettre' })).toEqual([other.id]);
    expect(await found(zoe.id.slice(0, 8), { source: 'lettre' })).toEqual([]);
    const [first] = await searchLeads(db, { text: '' }, 1);
    expect(await found('muller', { after: first })).toEqual([other.id, zoe.id]);
    const [[oldest], [next]] = [
      await searchLeads(db, { text: 'zoe' }, 2).then((all) => all.slice(1)),
      await searchLeads(db, { text: 'muller zoe' }, 1),
    ];
    expect(await found('zoe', { before: oldest })).toEqual([next?.id]);
  });
});
