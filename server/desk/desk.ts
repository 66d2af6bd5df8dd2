import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DeskAction, desk as words } from '#content/pages/desk.ts';
import { StoreFailed } from '../http/from-store.ts';
import { sendPrivatePage } from '../http/send-page.ts';
import { deskAccess, guard } from './access.ts';
import { ACTIONS, type Outcome } from './actions.ts';
import type { DeskDeps, View } from './deps.ts';
import { examinations } from './doctor/examination.ts';
import { FUNNEL_CSV, funnelCsv, funnelView } from './funnel.tsx';
import { liveRoute } from './live.ts';
import { closedPage, framed, type Notice, type Section } from './pages/frame.tsx';
import { callsView, contactsView, eraseView, healthView, nowView } from './views.tsx';

const VIEWS: readonly (readonly [path: string, section: Section, view: View])[] = [
  ['/', '/', nowView],
  ['/contacts', '/contacts', contactsView],
  ['/contacts/:id', '/contacts', contactsView],
  ['/contacts/:id/effacer', '/contacts', eraseView],
  ['/appels', '/appels', callsView],
  ['/entonnoir', '/entonnoir', funnelView],
  ['/sante', '/sante', healthView],
];
const OTHERS = ['/evenements', '/faire', '/examiner', FUNNEL_CSV];
/** Where an action leads back to: an address of the desk, and nothing else. */
const BACK = /^\/(?![/\\])[^\s\\]*$/;
/** `fait` and `marque` say what was done, `pas` why nothing was. */
const NOTICE_KEYS = ['fait', 'marque', 'pas'] as const;

/** The owner's desk, on the operator's listener. */
export function deskRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const access = deskAccess(deps.key, deps.now);
  const examined = examinations(deps.now);
  const paths = new Set([...VIEWS.map(([path]) => path), ...OTHERS]);
  guard(app, access, (path) => paths.has(path));
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  );

  for (const [path, section, view] of VIEWS)
    app.get(path, { exposeHeadRoute: false }, (request, reply) =>
      fromDatabase(request, reply, async () => {
        const query = textsIn(request.query);
        const frame = {
          ...{ section, formToken: access.formToken },
          ...{ here: withoutNotice(request.url), notice: noticeIn(query) },
        };
        const params = textsIn(request.params);
        const made = await view({ deps, frame, params, query, examination: examined.last() });
        if (made === undefined) return sendPrivatePage(reply, 404, closedPage(words.missing));
        return sendPrivatePage(reply, 200, framed(made[0], frame, made[1]));
      }),
    );

  app.get(FUNNEL_CSV, { exposeHeadRoute: false }, (request, reply) =>
    fromDatabase(request, reply, () => funnelCsv(deps, textsIn(request.query), reply)),
  );

  app.post('/faire', (request, reply) =>
    fromDatabase(request, reply, async () => {
      const given = request.body as URLSearchParams;
      const act = Object.entries(ACTIONS).find(([name]) => name === given.get('do'))?.[1];
      if (act === undefined) return sendPrivatePage(reply, 422, closedPage(words.foreign));
      const outcome = await act(deps, given);
      deps.wake();
      if ('not' in outcome && outcome.not === 'gone')
        return sendPrivatePage(reply, 410, closedPage(words.missing));
      return reply.redirect(backTo(given.get('back') ?? '/', outcome), 303);
    }),
  );

  let ended = 0;
  app.post('/examiner', async (_request, reply) => {
    examined.start(() => (ended += 1));
    return reply.redirect('/sante', 303);
  });
  liveRoute(app, deps.db, deps.clock, () => `${ended} ${examined.last().state}`);
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
