import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DeskAction, desk as words } from '#content/pages/desk.ts';
import { readForms } from '../http/forms.ts';
import { StoreFailed } from '../http/from-store.ts';
import { sendPrivatePage } from '../http/send-page.ts';
import { type Access, deskAccess, guard } from './access.ts';
import { ACTIONS, type Outcome } from './actions.ts';
import type { DeskDeps, ExampleOf, View } from './deps.ts';
import { examinations } from './doctor/examination.ts';
import { erasuresView } from './erasures.tsx';
import { FUNNEL_CSV, funnelCsv, funnelView } from './funnel.tsx';
import { liveRoute } from './live.ts';
import { closedPage, framed, type Notice, type Section } from './pages/frame.tsx';
import { callsView, contactsView, eraseView, healthView, nowView } from './views.tsx';

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
