import { ADDRESS_REFUSED, VISIT_ENDED } from '#content/audit.ts';
import { CHECK_WORDS } from '#content/audit-checks.ts';
import { audit } from '#content/pages/audit.ts';
import type { AuditView, StepName } from '#domain/audit.ts';
import phone from '../../assets/media/apres-mobile.jpg?url';
import type { ComponentStates } from '../../testing/component-states.ts';
import { AuditPanel } from './AuditPanel.tsx';
import { type AuditEvent, type AuditPanelState, afterAuditEvent, FIRST_AUDIT_STATE } from './audit-state.ts';

const none = {
  url: 'https://www.menuiserie-favre.ch/',
  host: 'www.menuiserie-favre.ch',
  checks: [],
  notMeasured: [],
};

/** What the service says of an audit that waits so long, in seconds. */
export const waits = (waitSeconds: number): AuditView => ({ ...none, state: 'waiting', waitSeconds });
/** What it says while it looks at something; `pictures` that are there. */
export const looksAt = (step: StepName, pictures: readonly string[] = []): AuditView => ({
  ...none,
  state: 'running',
  step,
  pictures,
});
export const isDone = (pictures: readonly string[] = []): AuditView => ({ ...none, state: 'done', pictures });

const sent: AuditEvent = { kind: 'sent' };
const answered = (answer: Extract<AuditEvent, { kind: 'answered' }>['answer']): AuditEvent => ({
  kind: 'answered',
  answer,
});
const queued = answered({ kind: 'queued', token: 'jeton', page: '/galerie' });
const told = (view: AuditView): AuditEvent => ({ kind: 'told', news: { kind: 'view', view } });
const refused = (detail: string, field?: string): AuditEvent =>
  answered({ kind: 'refused', detail, errors: field ? [{ field, message: detail }] : [] });

const PHONE = ['phone.webp'];
const BY = 'mercredi 25 novembre 2026 à 18h00';
const FINDINGS = [
  { id: 'https', outcome: 'failed', sentence: CHECK_WORDS.https.noRedirect },
  { id: 'contact', outcome: 'review', sentence: CHECK_WORDS.contact.review },
  { id: 'certificate', outcome: 'ok', sentence: CHECK_WORDS.certificate.ok(310) },
] as const;

const after = (...events: AuditEvent[]): { state: AuditPanelState } => {
  const state = events.reduce(afterAuditEvent, FIRST_AUDIT_STATE);
  return { state: { ...state, ...(state.picture && { picture: phone }) } };
};

/** The express audit in step 2, through all that can happen to it. */
export const auditPanel: ComponentStates<typeof AuditPanel> = {
  name: 'AuditPanel',
  component: AuditPanel,
  states: {
    'avant l’envoi': after(),
    'attendu, contact pas encore parti': after({
      kind: 'expected',
      site: 'menuiserie-favre.ch',
      isWaiting: true,
    }),
    attendu: after({ kind: 'expected', site: 'menuiserie-favre.ch', isWaiting: false }),
    'aucune entreprise devinée': after({ kind: 'answeredForLead', answer: { kind: 'unknown', by: BY } }),
    'plus tard, par e-mail': after({
      kind: 'answeredForLead',
      answer: { kind: 'refused', detail: audit.faults.byMail(BY), errors: [], by: BY },
    }),
    'premiers constats': after(sent, queued, told({ ...looksAt('desktop', PHONE), findings: FINDINGS })),
    'prêt, avec ses constats': after(sent, queued, told({ ...isDone(PHONE), findings: FINDINGS })),
    'envoi en cours': after(sent),
    'adresse refusée': after(sent, refused(ADDRESS_REFUSED.empty, 'url')),
    'file pleine': after(sent, refused(audit.faults.full(audit.inAbout(200)))),
    'réponse qui tarde': after(sent, { kind: 'late' }),
    'sans réponse': after(sent, answered({ kind: 'silent' })),
    'dans la file': after(sent, queued, told(waits(170))),
    'adresse cherchée': after(sent, queued, told(looksAt('address'))),
    'téléphone ouvert': after(sent, queued, told(looksAt('phone'))),
    'image du téléphone': after(sent, queued, told(looksAt('desktop', PHONE))),
    'liaison coupée': after(sent, queued, told(looksAt('desktop', PHONE)), {
      kind: 'told',
      news: { kind: 'lost' },
    }),
    prêt: after(sent, queued, told(isDone([...PHONE, 'desktop.webp']))),
    'prêt sans navigateur': after(sent, queued, told(isDone())),
    'site qui refuse': after(
      sent,
      queued,
      told({ ...none, state: 'refused', reason: VISIT_ENDED['refused-visit'] }),
    ),
  },
};
