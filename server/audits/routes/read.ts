import type { FastifyInstance, FastifyReply } from 'fastify';
import { audit } from '#content/pages/audit.ts';
import { sendRefusal } from '../../http/errors.ts';
import { fromStore } from '../../http/from-store.ts';
import { PRIVATE, sendPrivatePage } from '../../http/send-page.ts';
import { gonePage, refusedPage, reloadAfter, waitingPage } from '../report/audit-pages.tsx';
import { factsOf, fileOf } from '../report/audit-view.ts';
import { reportPage } from '../report/report-page.tsx';
import { reportView } from '../report/report-view.ts';
import { type Current, currentView } from './current-view.ts';
import type { AuditRouteDeps } from './deps.ts';

interface Asked {
  Params: { token: string };
}

interface AskedPicture {
  Params: { token: string; file: string };
}

const MISSING = { status: 404, detail: audit.faults.missing } as const;

/** An audit for a program and for a person, and the pictures beside the report. */
export function readRoutes(app: FastifyInstance, deps: AuditRouteDeps): void {
  app.get<Asked>('/api/audits/:token', async (request, reply) => {
    const current = await currentView(deps, request.params.token);
    if (current === undefined) return sendRefusal(reply, MISSING);
    return reply.headers(PRIVATE).send(current.view);
  });

  app.get<Asked>('/audit/:token', async (request, reply) => {
    const { token } = request.params;
    const current = await currentView(deps, token);
    if (current === undefined) return sendPrivatePage(reply, 404, gonePage());
    return sendCurrent(reply, current, deps);
  });

  app.get<AskedPicture>('/audit/:token/:file', async (request, reply) => {
    const { token, file } = request.params;
    const name = file.replace(/\.(webp|jpg)$/, '');
    const found = await fromStore(deps.store.picture(token, name, deps.now()));
    if (found === undefined || fileOf({ name, type: found.type }) !== file)
      return sendRefusal(reply, MISSING);
    return reply.headers(PRIVATE).type(found.type).send(Buffer.from(found.bytes));
  });
}

async function sendCurrent(
  reply: FastifyReply,
  { row, view, pictures }: Current,
  deps: AuditRouteDeps,
): Promise<FastifyReply> {
  const { token } = row;
  const seconds = reloadAfter(view);
  if (seconds !== undefined)
    return sendPrivatePage(reply.header('refresh', seconds), 200, waitingPage(view, token));
  const facts = row.state === 'done' ? factsOf(row) : undefined;
  if (facts === undefined) return sendPrivatePage(reply, 200, refusedPage(view));
  const page = reportPage({
    view: reportView(facts),
    pictures: pictures.map(({ name, type, width, height, at_ms }) => ({
      name,
      address: `/audit/${token}/${fileOf({ name, type })}`,
      width,
      height,
      atMs: at_ms ?? undefined,
    })),
    address: `${deps.publicUrl}/audit/${token}`,
    expiresAt: row.expires_at,
    now: deps.now(),
  });
  return sendPrivatePage(reply, 200, page);
}
