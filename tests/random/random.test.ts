import { expect, test } from 'vitest';
import type { DeskAction } from '#content/pages/desk.ts';
import { statusAfter } from '#domain/lead-status.ts';
import { calHooks } from '#server/bookings/hooks/cal.ts';
import { callNow, withNews } from '#server/bookings/hooks/chain.ts';
import { ACTIONS } from '#server/desk/desk.ts';
import { requestErasure } from '#server/leads/follow-up/marks.ts';
import { eraseExpired } from '#server/leads/operator/erase-expired.ts';
import { resumeDelivery } from '#server/store/conditions.ts';
import type { Database } from '#server/store/database.ts';
import { leadEvents } from '#server/store/leads/events.ts';
import { CommandFailed } from '../../cli/leads/command-errors.ts';
import { commands } from '../../cli/leads/run-command.ts';
import type { Fault } from '../fakes/airtable.ts';
import { someLead } from '../fakes/leads.ts';
import { calHook, calNoShow } from '../fakes/scheduling-hooks.ts';
import { type Random, seeded } from '../fault/harness/random.ts';
import { openWorld, type Server, type World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const seed = Number(process.env.RANDOM_SEED ?? 1);
const minutes = Number(process.env.RANDOM_MINUTES ?? 0.3);
const isPostgres = process.env.RANDOM_ENGINE === 'postgres';
/** Cases at a time, each in a database of its own. */
const LANES = 2;
/** More says nothing more. */
const MOST_BROKEN = 10;

/** A Monday at the office, 9h00, and times that are free then. */
const MONDAY = Date.parse('2026-11-23T08:00:00Z');
const STARTS = ['2026-11-24T09:30Z', '2026-11-26T09:30Z', '2026-11-27T09:30Z'].map((text) =>
  Date.parse(text),
) as [number, ...number[]];
const PHONES = ['+41215550148', '+41215550149'] as const;

test(`seed ${seed}: whatever is done beside whatever, nothing is there twice, comes back or is only said to be done`, {
  timeout: minutes * MINUTE + 5 * MINUTE,
}, async () => {
  const until = performance.now() + minutes * MINUTE;
  const broken: string[] = [];
  const done = new Map<string, number>();
  let cases = 0;
  const lane = async (of: number) => {
    // What is done follows from the seed; which of two is faster depends on the machine as well.
    const random = seeded(seed + of);
    const world = await openWorld(isPostgres, MONDAY, seeded(seed + of + 1_000));
    while (performance.now() < until && broken.length < MOST_BROKEN) {
      const name = `${of}.${cases++}`;
      const { faults, history, counts } = await oneCase(world, random);
      for (const [kind, count] of counts) done.set(kind, (done.get(kind) ?? 0) + count);
      broken.push(...faults.map((fault) => `case ${name}: ${fault}\n    ${history}`));
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, of) => lane(of)));
  for (const line of broken) console.log(line);
  const actions = [...done.values()].reduce((sum, count) => sum + count, 0);
  const kinds = [...done].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([kind, count]) => `${kind} ${count}`);
  console.log(kinds.join(', '));
  console.log(`${actions} actions of ${done.size} kinds in ${cases} cases, ${broken.length} broken`);
  expect(broken).toEqual([]);
});

/** What was answered as done, and has to be found. */
interface Promised {
  readonly moved: (readonly [call: string, start: number])[];
  readonly corrected: (readonly [call: string, phone: string])[];
  readonly booked: Set<string>;
  readonly cancelled: Set<string>;
  readonly marks: Set<string>;
  readonly undone: Set<string>;
  readonly emails: string[];
  readonly hooks: string[];
  /** Events of the lead that have to be there. */
  readonly events: Set<string>;
  /** Whether the provider's call may have been known before its lead. */
  isNameless: boolean;
  /** Whether somebody erases, so that leads may be gone. */
  isErasing: boolean;
  /** Whether the lead was said to be erased. */
  isErased: boolean;
}

/** One person with one lead, calls booked here and one at a provider, and what happens to them by chance. */
async function oneCase(world: World, random: Random) {
  await world.empty();
  const { db, servers, fake, store, config, now } = world;
  const [working] = servers as [Server, ...Server[]];
  const lead = someLead();
  /** The same person in the same browser: only the name tells their records apart. */
  const again = { ...lead, id: crypto.randomUUID(), name: `${lead.name}-Favre` };
  const promised: Promised = {
    ...{ moved: [], corrected: [], emails: [], hooks: [] },
    ...{ booked: new Set(), cancelled: new Set(), marks: new Set(), undone: new Set(), events: new Set() },
    ...{ isNameless: false, isErasing: false, isErased: false },
  };
  const faults: string[] = [];
  const history: string[] = [];
  const counts = new Map<string, number>();
  const filledIn = now() - MINUTE;
  const newCall = () => ({ id: crypto.randomUUID(), token: '', start: random.pick(STARTS) });
  const [first, ...others] = [newCall(), newCall(), newCall()] as const;
  let names = 0;
  let mark = '';

  const aCall = () => random.pick([first, first, ...others]);
  const uid = (index: number) => `${lead.id} ${index}`;
  const send = async ({ writer, late }: Server, of: typeof lead) => {
    return writer.insert(of, now(), undefined, { notLate: late.notLate(of, now() - filledIn) });
  };
  const hook = async ({ take }: Server, body: string) => {
    const read = calHooks.read(JSON.parse(body));
    if (read === undefined) throw new Error('Not understood');
    if (read.news?.reference === undefined) promised.isNameless = true;
    await take('cal', body, read);
    promised.hooks.push(body);
  };
  const times = (index: number) => {
    const start = MONDAY - (40 - index) * HOUR;
    return { startTime: new Date(start).toISOString(), endTime: new Date(start + HOUR / 4).toISOString() };
  };
  const booked = (event: string, index: number, more: object = {}) =>
    calHook(event, { uid: uid(index), ...times(index), bookingId: random.within(1, 9), ...more });
  const ofCal = async ({ db: own }: Server) =>
    (await own.selectFrom('bookings').select('id').where('provider', '=', 'cal').executeTakeFirst())?.id ??
    '';
  const onDesk = async ({ desk }: Server, action: DeskAction, fields: Record<string, string>) => {
    if (action === 'effacer') promised.isErasing = true;
    const given = new URLSearchParams(fields);
    const outcome = await ACTIONS[action](desk, given);
    if (!('done' in outcome)) return outcome.not;
    if (outcome.mark !== undefined) {
      mark = outcome.mark;
      promised.undone.delete(mark);
      promised.marks.add(mark);
    }
    if (action === 'annuler') promised.undone.add(fields.mark ?? '');
    if (action === 'corriger') promised.emails.push(fields.email ?? '');
    if (action === 'annuler-appel') promised.cancelled.add(fields.call ?? '');
    if (action === 'confirme') promised.events.add('confirmed');
    if (action === 'effacer') promised.isErased = true;
    return 'done';
  };
  const command = async (
    name: string,
    values: Record<string, string | boolean> = {},
    references: string[] = [],
  ) => {
    const one = commands.get(name);
    if (one === undefined || one.opens === 'nothing') throw new Error(`No command ${name}`);
    const output = { line: () => {}, json: () => {}, raw: async () => {} };
    const given = { config, store, output, json: true, values: { yes: true, ...values }, references, now };
    try {
      const answer = await one.run({ ...given, ask: async () => 'oui' });
      return typeof answer === 'number' ? answer : JSON.stringify(answer.json).slice(0, 80);
    } catch (error) {
      if (error instanceof CommandFailed) return error.message;
      throw error;
    }
  };
  const said =
    (action: DeskAction, fields: Record<string, string> = {}) =>
    (one: Server) =>
      onDesk(one, action, { lead: lead.id, ...fields });
  const saidOfCal = (action: 'tenu' | 'pas-joint') => async (one: Server) =>
    onDesk(one, action, { lead: lead.id, call: await ofCal(one) });

  const actions: Readonly<Record<string, (one: Server) => Promise<unknown>>> = {
    'visitor sends again': (one) => send(one, lead),
    'visitor sends another': (one) => send(one, again),
    'visitor books': async ({ calls: rules }) => {
      const call = aCall();
      const { id, start } = call;
      const request = { id, start, name: lead.name, email: lead.email, phone: PHONES[0], timeZone: null };
      const outcome = await rules.book(request, { leadId: lead.id, client: null });
      if (!('booking' in outcome)) return outcome.kind;
      call.token = outcome.booking.token;
      promised.booked.add(id);
      return `${outcome.kind} ${outcome.booking.state}`;
    },
    'visitor moves': async ({ calls: rules }) => {
      const { token, id } = aCall();
      const start = random.pick(STARTS);
      const { kind } = await rules.move(token, start);
      if (kind === 'done') promised.moved.push([id, start]);
      return kind;
    },
    'visitor corrects the number': async ({ calls: rules }) => {
      const { token, id } = aCall();
      const phone = random.pick(PHONES as unknown as [string, ...string[]]);
      const { kind } = await rules.correct(token, phone);
      if (kind === 'done') promised.corrected.push([id, phone]);
      return kind;
    },
    'visitor cancels': async ({ calls: rules }) => {
      const { token, id } = aCall();
      const { kind } = await rules.cancel(token);
      if (kind === 'done') promised.cancelled.add(id);
      return kind;
    },
    'visitor confirms from the mailbox': async ({ calls: rules }) =>
      (await rules.confirm(aCall().token)).kind,
    'visitor asks for erasure': async ({ deps }) => {
      const isNoted = await requestErasure(deps, { lead: { ...lead, createdAt: filledIn } }, now());
      if (isNoted) promised.events.add('erasure-requested');
      return isNoted;
    },
    'provider books': (one) => hook(one, booked('BOOKING_CREATED', 0, { metadata: { ref: lead.id } })),
    'provider books, nameless': (one) => hook(one, booked('BOOKING_CREATED', names)),
    'provider names the lead late': (one) =>
      hook(one, booked('BOOKING_CREATED', random.within(0, names), { metadata: { ref: lead.id } })),
    'provider moves': (one) => {
      names += 1;
      return hook(one, booked('BOOKING_RESCHEDULED', names, { rescheduleUid: uid(names - 1) }));
    },
    'provider cancels': (one) => hook(one, booked('BOOKING_CANCELLED', names)),
    'provider says no-show': (one) => hook(one, calNoShow(uid(names))),
    'owner: answered': said('repondu'),
    'owner: lost': said('perdu'),
    'owner: won': said('gagne', { amount: '1500' }),
    'owner: held': said('tenu'),
    'owner: not reached': said('pas-joint'),
    'owner: call held': saidOfCal('tenu'),
    'owner: call not reached': saidOfCal('pas-joint'),
    'owner confirms': said('confirme'),
    'owner has sent the audit': said('audit-envoye'),
    'owner takes back': (one) => onDesk(one, 'annuler', { mark }),
    'owner lets go': said('laisser'),
    'owner holds': said('retenir'),
    'owner tries again': said('reessayer'),
    'owner corrects': (one) =>
      onDesk(one, 'corriger', {
        lead: lead.id,
        email: random.pick([lead.email, `c1.${lead.email}`, `c2.${lead.email}`]),
      }),
    'owner cancels a call': (one) => onDesk(one, 'annuler-appel', { call: aCall().id }),
    'owner cancels a rush': (one) => onDesk(one, 'annuler-afflux', { at: `${MONDAY}-${MONDAY + 1}` }),
    'owner erases': said('effacer'),
    'operator holds': () => command('hold', { since: '2026-11-01' }),
    'operator releases': () => command('release', { held: true }),
    'operator tries all again': () => command('retry', { all: true }),
    'operator releases calls': () => command('release-calls', { held: true }),
    'operator cancels calls': () => command('cancel-calls', { since: '2026-11-01' }),
    'operator pauses': () => command('pause'),
    'operator resumes': () => command('resume'),
    'operator exports': () => command('export'),
    'operator erases': () => {
      promised.isErasing = true;
      return command('erase', {}, [lead.email]);
    },
    'operator erases what is held': () => {
      promised.isErasing = true;
      return command('erase', { held: true, since: '2026-11-01' });
    },
    'service erases what is old': async ({ db: own }) => {
      promised.isErasing = true;
      return (await eraseExpired(own, now() + 1, now())).leads;
    },
    // One server works, all of them serve.
    'delivery sends': () => working.deliver(),
    'delivery sends and is killed': () => working.deliverAndDie(),
    'delivery writes records': () => working.writeRecords(),
    'delivery deletes records': () => working.eraseThere(),
  };
  const kinds = Object.keys(actions);
  const isErasing = (kind: string) => /erases/.test(kind);

  const act = async (kind: string) => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    try {
      const answer = await actions[kind]?.(random.pick(servers as [Server, ...Server[]]));
      return `${kind}: ${answer}`;
    } catch (error) {
      faults.push(`${kind} failed: ${error instanceof Error ? error.stack?.slice(0, 400) : error}`);
      return `${kind}: failed`;
    }
  };
  const together = async (chosen: readonly string[]) => {
    fake.heal();
    for (let index = 0; index < 12; index += 1) fake.fail(aFault(random));
    world.anew();
    const told = await Promise.all(chosen.map(act));
    history.push(told.join(' + '));
  };

  await working.writer.insert(lead, now(), random() < 0.1 ? 'douteux' : undefined);
  await together([
    ...(random() < 0.6 ? ['delivery sends'] : []),
    ...(random() < 0.7 ? ['visitor books'] : []),
    ...(random() < 0.6 ? ['provider books'] : []),
  ]);
  for (let round = random.within(2, 5); round > 0 && faults.length === 0; round -= 1) {
    const about = random.pick(THEMES);
    const choices = kinds.filter((kind) => about.test(kind)) as [string, ...string[]];
    const chosen = Array.from({ length: random.within(2, 6) }, () => random.pick(choices)).filter(
      (kind) => !isErasing(kind) || random() < 0.4,
    );
    await together(chosen);
    await world.pass(random.pick([0, 0, 0, 0, 6_000, 6_000, 90_000, 50 * HOUR]));
  }

  world.anew();
  await resumeDelivery(db, now());
  await store.writer.releaseAll();
  if (faults.length === 0) {
    if (!(await world.settle())) faults.push('what is left to do never ends');
    faults.push(...(await faultsOf(world, promised, [lead, again], lead.id)));
  }
  return { faults, counts, history: history.join('\n    ') };
}

/** What is done at the same moment is often about one thing, so that it meets. */
const THEMES = [
  /./,
  /./,
  /^provider/,
  /^provider|call/,
  /^owner: |no-show|takes back|audit/,
  /books|moves|number|cancels|mailbox|releases calls|confirms/,
  /corrects|^delivery/,
  /corrects|^delivery|holds|lets go|releases|again|erases|exports|another/,
] as const satisfies readonly RegExp[];

function aFault(random: Random): Fault {
  const chance = random();
  if (chance < 0.25) return { kind: 'stored-close' };
  if (chance < 0.35) return { kind: 'close' };
  if (chance < 0.4) return { kind: 'stored-status', status: 502 };
  if (chance < 0.45) return { kind: 'status', status: 503 };
  return chance < 0.6 ? { kind: 'latency', ms: random.within(1, 15) } : { kind: 'none' };
}

/** What is wrong in the database and at the provider, after what was answered. */
async function faultsOf(
  { db, fake, exported }: World,
  promised: Promised,
  leads: readonly ReturnType<typeof someLead>[],
  leadId: string,
): Promise<string[]> {
  const faults: string[] = [];
  const claim = (isSo: boolean, fault: string) => void (isSo || faults.push(fault));
  const rows = {
    leads: await db.selectFrom('leads').selectAll().execute(),
    outbox: await db.selectFrom('outbox').selectAll().execute(),
    bookings: await db.selectFrom('bookings').selectAll().execute(),
    changes: await db.selectFrom('booking_changes').selectAll().orderBy('sequence').execute(),
    cells: await db.selectFrom('booking_cells').selectAll().execute(),
    messages: await db.selectFrom('messages').selectAll().execute(),
  };
  for (const one of leads) {
    const kept = rows.leads.find(({ id }) => id === one.id);
    const records = fake.records.filter(({ fields }) => fields.Name === one.name);
    if (kept === undefined) {
      claim(one.id !== leadId || promised.isErasing, 'the lead is gone');
      claim(records.length === 0, `an erased lead has ${records.length} records`);
      const theirs = [rows.messages, rows.bookings].flat().filter(({ lead_id }) => lead_id === one.id);
      claim(theirs.length === 0, `an erased lead has rows: ${JSON.stringify(theirs)}`);
      for (const text of exported()) claim(!text.includes(one.name), 'an erased lead is in an export');
      continue;
    }
    claim(one.id !== leadId || !promised.isErased, 'the lead was said to be erased, and is there');
    const events = await leadEvents(db, one.id);
    const status = statusAfter(events);
    const wanted = { Name: kept.name, Email: kept.email, ID: kept.user_id, URL: kept.url, Status: status };
    const there = records.map(({ fields }) => JSON.stringify(Object.entries(fields).toSorted()));
    claim(
      there.length === 1 && there[0] === JSON.stringify(Object.entries(wanted).toSorted()),
      `the records of a lead are ${there}, it is ${JSON.stringify(wanted)}`,
    );
    const row = rows.outbox.find(({ lead_id }) => lead_id === one.id);
    claim(row?.state === 'delivered' && row.remote_id === records[0]?.id, 'another record is known');
    if (one.id !== leadId) continue;
    const kinds = new Set<string>(events.map(({ kind }) => kind));
    for (const kind of promised.events) claim(kinds.has(kind), `${kind} was noted, and is not there`);
    const emails = promised.emails;
    claim(
      emails.length === 0 ? kept.email === one.email : emails.includes(kept.email),
      `the address is ${kept.email} after ${emails}`,
    );
    const ids = new Set((await db.selectFrom('lead_events').select('id').execute()).map(({ id }) => id));
    for (const mark of promised.marks)
      claim(
        mark.startsWith('call ') || promised.undone.has(mark) || ids.has(mark),
        'a mark was noted, and is not there',
      );
    for (const booking of rows.bookings.filter(({ lead_id }) => lead_id === one.id)) {
      const ofCall = events.filter(({ detail }) => detail.booking === booking.id);
      const last = ofCall.findLast(({ kind }) => kind.startsWith('call-'));
      if (last === undefined && (booking.state === 'cancelled' || booking.held === 'waiting')) continue;
      claim(
        (last?.kind === 'call-cancelled') === (booking.state === 'cancelled'),
        `event ${last?.kind} of a call that is ${booking.state}`,
      );
      claim(last?.detail.start === booking.start_at, 'an event of another time');
      claim((last?.detail.phone ?? '') === booking.phone, 'an event of another number');
      const saidLast = ofCall.findLast(({ kind }) => !/^call-c/.test(kind))?.kind;
      // What was said of a call before its lead was known stands in no lead's story.
      if (saidLast === 'call-booked' && booking.provider !== null && promised.isNameless) continue;
      claim(
        booking.outcome === (saidLast === 'held' || saidLast === 'not-reached' ? saidLast : null),
        `outcome ${booking.outcome} after ${saidLast}`,
      );
    }
  }

  const live = new Set<number>();
  for (const booking of rows.bookings) {
    const { id, state, sequence, start_at, provider, held, phone } = booking;
    const changes = rows.changes.filter(({ booking_id }) => booking_id === id);
    const first = held === null ? 0 : 1;
    const isWaiting = held === 'waiting';
    claim(
      isWaiting || changes.every((change, index) => change.sequence === index + first),
      `sequences ${changes.map((change) => change.sequence)}`,
    );
    claim(
      (changes.at(-1)?.sequence ?? 0) === sequence,
      `sequence ${sequence} after ${changes.length} changes`,
    );
    const last = changes.at(-1);
    claim((last?.kind === 'cancelled') === (state === 'cancelled'), `state ${state} after ${last?.kind}`);
    claim(last === undefined || last.start_at === start_at, 'a change of another time');
    const cells = rows.cells.filter(({ booking_id }) => booking_id === id).map(({ cell }) => cell);
    const covers = provider === null && state === 'booked' && !isWaiting;
    claim(covers === cells.length > 0, `${cells.length} cells of a call that is ${state}`);
    if (covers) {
      claim(Math.min(...cells) * 300_000 === start_at, 'another time is taken');
      claim(!live.has(start_at), 'two calls at one time');
      live.add(start_at);
    }
    for (const message of rows.messages.filter((one) => one.booking_id === id && one.state === 'waiting')) {
      const of = (JSON.parse(message.detail ?? '{}') as { sequence?: number }).sequence;
      claim(of === undefined || of === sequence, `${message.kind} of sequence ${of} waits at ${sequence}`);
    }
    // The id of a call that was erased since may be booked again, and what was done to the call before is gone with it.
    if (promised.isErasing) continue;
    if (promised.cancelled.has(id)) claim(state === 'cancelled', 'cancelled, and booked');
    for (const [, start] of promised.moved.filter(([call]) => call === id))
      claim(
        changes.some((change) => change.start_at === start),
        'moved, and was never there',
      );
    const corrected = promised.corrected.filter(([call]) => call === id);
    const known = changes.filter(({ kind }) => kind === 'corrected').length;
    claim(
      corrected.length === 0 || known > 0 || phone === PHONES[0],
      'another number was taken, and is not there',
    );
  }
  // Two at most for one mailbox, beside those that were let in.
  const own = rows.bookings.filter(
    ({ provider, held, state }) => provider === null && held === null && state === 'booked',
  );
  claim(own.length <= 2, `${own.length} calls of one mailbox`);
  if (promised.isErasing) return faults;
  const ids = new Set(rows.bookings.map(({ id }) => id));
  for (const id of promised.booked) claim(ids.has(id), 'a call was booked, and is not there');
  faults.push(...(await faultsOfProvider(db, promised.hooks, leadId)));
  return faults;
}

/** Whether the call is as all webhooks together say, whichever came first. */
async function faultsOfProvider(db: Database, bodies: readonly string[], leadId: string): Promise<string[]> {
  const faults: string[] = [];
  const claim = (isSo: boolean, fault: string) => void (isSo || faults.push(fault));
  const calls = await db.selectFrom('bookings').selectAll().where('provider', 'is not', null).execute();
  claim(calls.length <= 1, `${calls.length} calls at the provider`);
  let names: Parameters<typeof withNews>[0] = [];
  for (const body of bodies) {
    const { news } = calHooks.read(JSON.parse(body)) ?? {};
    if (news !== undefined) names = withNews([...names], news, news.reference === leadId ? leadId : null);
  }
  const told = callNow(names);
  const [call] = calls;
  if (told.kind === 'booked')
    claim(call?.state === 'booked' && call.start_at === told.start, 'the provider has booked it');
  if (told.kind === 'gone')
    claim(call === undefined || call.state === 'cancelled', 'the provider has cancelled it');
  if (names.some(({ lead_id }) => lead_id !== null))
    claim(call === undefined || call.lead_id === leadId, 'the provider has named its lead');
  return faults;
}
