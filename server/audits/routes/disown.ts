import type { FastifyInstance } from 'fastify';
import { audit } from '#content/pages/audit.ts';
import { AUDIT_SECTION } from '#domain/audit.ts';
import { sendRefusal } from '../../http/errors.ts';
import { isOwnOrigin, typedText } from '../../http/forms.ts';
import { fromStore } from '../../http/from-store.ts';
import { PRIVATE } from '../../http/send-page.ts';
import { disownAudit } from '../queue/disown.ts';
import type { AuditRouteDeps } from './deps.ts';

/**
 * POST /audit/<token>/pas-le-mien with the reference to the lead: its visitor says that this is not their site. The
 * visit ends, the report is closed, no mail tells of it; step 2 then asks for the address. Repeating it changes nothing.
 * A report is sent on: whoever has its address alone cannot close it, and learns nothing of the lead.
 */
export function disownRoute(app: FastifyInstance, deps: AuditRouteDeps): void {
  app.post<{ Params: { token: string } }>('/audit/:token/pas-le-mien', async (request, reply) => {
    if (!isOwnOrigin(request, deps.publicUrl))
      return sendRefusal(reply, { status: 403, detail: audit.faults.origin });
    const { token } = request.params;
    const { body } = request;
    const lead = typedText(
      body instanceof URLSearchParams ? body.get('lead') : Reflect.get(Object(body), 'lead'),
    );
    const row = await fromStore(deps.store.byToken(token, deps.now()));
    const leadId = deps.links.read('reference', lead, deps.now());
    if (row === undefined || row.lead_id === null || row.lead_id !== leadId)
      return sendRefusal(reply, { status: 404, detail: audit.faults.missing });
    await fromStore(disownAudit(deps.db, token, deps.now()));
    if (!(body instanceof URLSearchParams)) return reply.code(204).headers(PRIVATE).send();
    return reply.headers(PRIVATE).redirect(`/introduction?ref=${lead}#${AUDIT_SECTION}`, 303);
  });
}
