import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DeskAction, desk as words } from '#content/pages/desk.ts';
import type { Interval } from '#domain/availability.ts';
import { cleanEmail, isMailAddress } from '#domain/email.ts';
import { blockedHours, freeDays } from '../bookings/store/blocked-hours.ts';
import { bookingReader } from '../bookings/store/booking-reader.ts';
import { readForms } from '../http/forms.ts';
import { StoreFailed } from '../http/from-store.ts';
import { sendPrivatePage } from '../http/send-page.ts';
import { amountIn } from '../leads/follow-up/amount.ts';
import { type Contact, contactOf } from '../leads/follow-up/contact.ts';
import { confirmCall, type Marked, mark, markCall, noteAuditSent, unmark } from '../leads/follow-up/marks.ts';
import { erasePerson } from '../leads/operator/erase-person.ts';
import { leaveGone, renewRecords } from '../leads/operator/gone-records.ts';
import { operatorReader } from '../leads/operator/operator-reader.ts';
import { operatorWriter } from '../leads/operator/operator-writer.ts';
import type { SiteFile } from '../site/site-files.ts';
import { noteRelease } from '../store/conditions.ts';
import { type Access, deskAccess, guard } from './access.ts';
import type { DeskDeps, ExampleOf, View } from './deps.ts';
import { erasuresView } from './erasures.tsx';
import { examinations } from './examination.ts';
import { closedPage, framed, type Notice, type Section } from './frame.tsx';
import { FUNNEL_CSV, funnelCsv, funnelView } from './funnel.tsx';
import { liveRoute } from './live.ts';
import { callsView, contactsView, eraseView, healthView, nowView } from './views.tsx';

/** What an action led to: done, with the mark that can be taken back; or nothing, for a reason. */
type Outcome =
  | { readonly done: DeskAction; readonly mark?: string | undefined }
  | { readonly not: keyof typeof words.unchanged | 'gone' };

type Act = (deps: DeskDeps, given: URLSearchParams) => Promise<Outcome>;

const GONE = { not: 'gone' } as const;

/** An action on the lead that the form names. */
function onLead(act: (deps: DeskDeps, contact: Contact, given: URLSearchParams) => Promise<Outcome>): Act {
  return async (deps, given) => {
    const contact = await contactOf(deps.db, given.get('lead') ?? '');
    return contact === undefined ? GONE : act(deps, contact, given);
  };
}

/** What the owner says of a lead or, where the form names one, of a call. */
function said(answer: 'repondu' | 'perdu' | 'gagne'): Act {
  return onLead(async (deps, contact, given) => {
    const amount = answer === 'gagne' ? amountIn(given.get('amount') ?? '') : undefined;
    if (amount === 'invalid') return { not: 'amount' };
    return marked(answer, await mark(deps, contact, answer, deps.now(), { amount }));
  });
}

function marked(done: DeskAction, outcome: Marked): Outcome {
  return outcome.kind === 'noted' ? { done, mark: outcome.id } : { not: outcome.kind };
}

function saidOfCall(answer: 'tenu' | 'pas-joint'): Act {
  return async (deps, given) => {
    const callId = given.get('call');
    if (callId === null)
      return onLead(async (_deps, contact) => marked(answer, await mark(deps, contact, answer, deps.now())))(
        deps,
        given,
      );
    const outcome = await markCall(deps, { id: callId }, answer, deps.now());
    return outcome.kind === 'gone' ? { not: 'over' } : marked(answer, outcome);
  };
}

const HOUR_MS = 60 * 60_000;

/** A change to whether the hour that the form names can be booked. */
function onHour(change: (hours: ReturnType<typeof blockedHours>, hour: Interval) => Promise<Outcome>): Act {
  return async ({ db, bookings }, given) => {
    const start = Number(given.get('at') ?? Number.NaN);
    if (!Number.isSafeInteger(start) || start % HOUR_MS !== 0) return { not: 'state' };
    const outcome = await change(blockedHours(db), { start, end: start + HOUR_MS });
    bookings?.times.forget();
    return outcome;
  };
}

/** A change to the delivery of one lead. */
function delivery(
  name: 'laisser' | 'retenir' | 'reessayer',
  change: (writer: ReturnType<typeof operatorWriter>, ids: string[]) => Promise<string[]>,
): Act {
  return onLead(async ({ db, now }, { lead }) => {
    if (name === 'laisser') await noteRelease(db, now());
    const changed = await change(operatorWriter(db), [lead.id]);
    return changed.length === 0 ? { not: 'state' } : { done: name };
  });
}

/** Every action of the desk, by the value of its button. */
export const ACTIONS: Readonly<Record<DeskAction, Act>> = {
  repondu: said('repondu'),
  perdu: said('perdu'),
  gagne: said('gagne'),
  tenu: saidOfCall('tenu'),
  'pas-joint': saidOfCall('pas-joint'),
  'audit-envoye': onLead(async (deps, contact) =>
    marked('audit-envoye', await noteAuditSent(deps, contact, deps.now())),
  ),
  confirme: onLead(async (deps, contact) =>
    (await confirmCall(deps, contact, deps.now())) ? { done: 'confirme' } : { not: 'state' },
  ),
  laisser: delivery('laisser', (writer, ids) => writer.release(ids)),
  retenir: delivery('retenir', (writer, ids) => writer.hold(ids, 'Retenu depuis le bureau.')),
  reessayer: delivery('reessayer', (writer, ids) => writer.makeDue(ids)),
  recreer: onLead(async ({ db, now }, { lead }) =>
    (await renewRecords(db, [lead.id], now())).length === 0 ? { not: 'state' } : { done: 'recreer' },
  ),
  delaisser: onLead(async ({ db }, { lead }) =>
    (await leaveGone(db, [lead.id])).length === 0 ? { not: 'state' } : { done: 'delaisser' },
  ),
  corriger: onLead(async ({ db }, { lead }, given) => {
    const email = cleanEmail(given.get('email') ?? '');
    if (!isMailAddress(email)) return { not: 'email' };
    return (await operatorWriter(db).correctEmail(lead.id, email)) ? { done: 'corriger' } : GONE;
  }),
  effacer: onLead(async ({ db, dataDir, now, wakeErasures }, { lead }) => {
    const leads = await operatorReader(db).byEmail(lead.email);
    const reader = bookingReader(db);
    const calls = [
      await reader.ofEmail(lead.email),
      ...(await Promise.all(leads.map(({ id }) => reader.ofLead(id)))),
    ];
    const ids = (of: readonly { readonly id: string }[]) => of.map(({ id }) => id);
    // Its address may have been corrected since it was read.
    const person = {
      leadIds: [...new Set([lead.id, ...ids(leads)])],
      bookingIds: [...new Set(ids(calls.flat()))],
      email: lead.email,
    };
    await erasePerson(db, dataDir, person, now());
    await db.engine.files?.emptyLog();
    wakeErasures();
    return { done: 'effacer' };
  }),
  annuler: async (deps, given) =>
    (await unmark(deps, given.get('mark') ?? '', deps.now())) ? { done: 'annuler' } : { not: 'late' },
  bloquer: onHour(async (hours, hour) =>
    (await hours.block(hour)) ? { done: 'bloquer' } : { not: 'already' },
  ),
  liberer: onHour(async (hours, { start }) =>
    (await hours.free(start)) ? { done: 'liberer' } : { not: 'already' },
  ),
  'liberer-jours': async ({ db, bookings }, given) => {
    const outcome = await freeDays(db).add(given.get('words') ?? '');
    bookings?.times.forget();
    return outcome === 'added' ? { done: 'liberer-jours' } : { not: outcome };
  },
  'compter-jours': async ({ db, bookings }, given) => {
    const gone = await freeDays(db).remove(given.get('words') ?? '');
    bookings?.times.forget();
    return gone ? { done: 'compter-jours' } : { not: 'already' };
  },
  'annuler-afflux': async ({ bookings }, given) => {
    const [since, until] = (given.get('at') ?? '').split('-', 2).map(Number);
    if (bookings === undefined || !Number.isSafeInteger(since) || !Number.isSafeInteger(until))
      return { not: 'state' };
    const { cancelled, already } = await bookings.bookings.cancelRush(since ?? 0, until ?? 0);
    return cancelled.length + already === 0 ? { not: 'over' } : { done: 'annuler-afflux' };
  },
  'annuler-appel': async ({ db, bookings }, given) => {
    const call = await bookingReader(db).byId(given.get('call') ?? '');
    const result = call && (await bookings?.bookings.cancel(call.token));
    return result?.kind === 'done' ? { done: 'annuler-appel' } : { not: 'over' };
  },
};

const VIEWS: readonly (readonly [path: string, section: Section, view: View])[] = [
  ['/', '/', nowView],
  ['/contacts', '/contacts', contactsView],
  ['/contacts/:id', '/contacts', contactsView],
  ['/contacts/:id/effacer', '/contacts', eraseView],
  ['/effacements', '/contacts', erasuresView],
  ['/appels', '/appels', callsView],
  ['/entonnoir', '/entonnoir', funnelView],
  ['/sante', '/sante', healthView],
];
/** Where the desk shows made-up rows, which lie in a database of their own. */
const EXAMPLE = '/exemple';
/** After which the made-up rows are made anew, as of now. */
const EXAMPLE_MS = 12 * 60 * 60_000;
/** Where an action leads back to: an address of the desk, and nothing else. */
const BACK = /^\/(?![/\\])[^\s\\]*$/;
/** `fait` and `marque` say what was done, `pas` why nothing was. */
const NOTICE_KEYS = ['fait', 'marque', 'pas'] as const;

/** The owner's desk, on the operator's listener, and beside it the same desk over made-up rows. */
export function deskRoutes(app: FastifyInstance, deps: DeskDeps & ExampleOf): void {
  const access = deskAccess(deps.key, deps.now);
  let made: { readonly at: number; readonly deps: Promise<DeskDeps> } | undefined;
  const forget = (old = made) => {
    if (made === old) made = undefined;
    void old?.deps.then(({ db }) => db.destroy()).catch(() => {});
  };
  const example = () => {
    if (made !== undefined && deps.now() - made.at > EXAMPLE_MS) forget();
    if (made === undefined) {
      const making = { at: deps.now(), deps: deps.example() };
      made = making;
      making.deps.catch(() => forget(making));
    }
    return made.deps;
  };
  app.addHook('onClose', async () => forget());
  app.register(async (scope) => oneDesk(scope, access, '', async () => deps));
  app.register(async (scope) => oneDesk(scope, access, EXAMPLE, example), { prefix: EXAMPLE });
}

/** @param of what this desk reads and changes */
function oneDesk(app: FastifyInstance, access: Access, root: string, of: () => Promise<DeskDeps>): void {
  let examined: ReturnType<typeof examinations> | undefined;
  const examination = (deps: DeskDeps) => {
    examined ??= examinations(deps.now);
    return examined;
  };
  guard(app, access);
  readForms(app);

  for (const [path, section, view] of VIEWS)
    app.get(path, { exposeHeadRoute: false }, (request, reply) =>
      fromDatabase(request, reply, async () => {
        const deps = await of();
        const query = textsIn(request.query);
        const frame = {
          ...{ root, section, formToken: access.formToken },
          ...{ here: withoutNotice(request.url), notice: noticeIn(query) },
        };
        const params = textsIn(request.params);
        const made = await view({ deps, frame, params, query, examination: examination(deps).last() });
        if (made === undefined) return sendPrivatePage(reply, 404, closedPage(words.missing));
        return sendPrivatePage(reply, 200, framed(made[0], frame, made[1]));
      }),
    );

  app.get(FUNNEL_CSV, { exposeHeadRoute: false }, (request, reply) =>
    fromDatabase(request, reply, async () => funnelCsv(await of(), textsIn(request.query), reply)),
  );

  app.post('/faire', (request, reply) =>
    fromDatabase(request, reply, async () => {
      const deps = await of();
      const given = request.body as URLSearchParams;
      const [wanted, at] = (given.get('do') ?? '').split(' ', 2);
      if (at !== undefined) given.set('at', at);
      const act = Object.entries(ACTIONS).find(([name]) => name === wanted)?.[1];
      if (act === undefined) return sendPrivatePage(reply, 422, closedPage(words.foreign));
      const outcome = await act(deps, given);
      deps.wake();
      if ('not' in outcome && outcome.not === 'gone')
        return sendPrivatePage(reply, 410, closedPage(words.missing));
      return reply.redirect(backTo(given.get('back') ?? `${root}/`, outcome), 303);
    }),
  );

  let ended = 0;
  app.post('/examiner', async (_request, reply) => {
    if (root === '') examination(await of()).start(() => (ended += 1));
    return reply.redirect(`${root}/sante`, 303);
  });
  liveRoute(app, of, () => `${ended} ${examined?.last().state}`);
}

/** What the database does not answer is said in the desk's own words. */
async function fromDatabase(
  { log }: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    log.error({ err: error instanceof StoreFailed ? error.cause : error }, 'The desk could not be answered');
    return sendPrivatePage(reply.header('retry-after', 30), 503, closedPage(words.failed));
  }
}

function textsIn(values: unknown): Record<string, string> {
  const texts = Object.entries(values ?? {}).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}

function noticeIn({ fait = '', marque, pas = '' }: Readonly<Record<string, string>>): Notice | undefined {
  if (Object.hasOwn(words.done, fait)) return { text: words.done[fait as DeskAction], undo: marque };
  if (Object.hasOwn(words.unchanged, pas))
    return { text: words.unchanged[pas as keyof typeof words.unchanged] };
  return undefined;
}

function withoutNotice(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://desk');
  for (const key of NOTICE_KEYS) searchParams.delete(key);
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}

function backTo(back: string, outcome: Outcome): string {
  const to = new URL(BACK.test(back) ? back : '/', 'http://desk');
  if ('not' in outcome) to.searchParams.set('pas', outcome.not);
  else {
    to.searchParams.set('fait', outcome.done);
    if (outcome.mark !== undefined) to.searchParams.set('marque', outcome.mark);
  }
  return to.pathname + to.search;
}

/** Fonts and scripts of the build, which the desk's pages ask for. They hold nothing of anybody: no key is needed. */
export function fileRoute(app: FastifyInstance, site: ReadonlyMap<string, SiteFile>): void {
  app.get('/_astro/*', { exposeHeadRoute: false }, async ({ url }, reply) => {
    const file = site.get(url);
    if (file === undefined) return reply.code(404).send();
    return reply.header('cache-control', file.cacheControl).type(file.type).send(file.identity.bytes);
  });
}
