import type { FastifyInstance } from 'fastify';
import { audit } from '#content/pages/audit.ts';
import { AUDIT_SECTION } from '#domain/audit.ts';
import { disownAudit } from '../../audits/queue/disown.ts';
import { fromStore } from '../../http/from-store.ts';
import { isOwnOrigin } from '../../http/own-origin.ts';
import { sendRefusal } from '../../http/problem.ts';
import { PRIVATE } from '../../http/send-page.ts';
import { leadReference } from '../../messages/links.ts';
import type { AuditRouteDeps } from './deps.ts';

/**
 * POST /audit/<token>/pas-le-mien: the visitor says that this is not their site. The visit ends, the report is closed,
 * no mail tells of it; step 2 then asks for the address. Repeating it changes nothing.
 */
export function disownRoute(app: FastifyInstance, deps: AuditRouteDeps): void {
  app.post<{ Params: { token: string } }>('/audit/:token/pas-le-mien', async (request, reply) => {
    if (!isOwnOrigin(request, deps.publicUrl))
      return sendRefusal(reply, { status: 403, detail: audit.faults.origin });
    const { token } = request.params;
    const row = await fromStore(deps.store.byToken(token, deps.now()));
    if (row === undefined) return sendRefusal(reply, { status: 404, detail: audit.faults.missing });
    await fromStore(disownAudit(deps.db, token, deps.now()));
    if (!(request.body instanceof URLSearchParams)) return reply.code(204).headers(PRIVATE).send();
    const lead = row.lead_id === null ? '' : `?ref=${leadReference(deps.links, row.lead_id, deps.now())}`;
    return reply.headers(PRIVATE).redirect(`/introduction${lead}#${AUDIT_SECTION}`, 303);
  });
}
