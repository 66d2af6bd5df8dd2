import { hydrateIslands } from '../browser/islands.ts';
import { FALLBACK_AFTER_MS, onFirstInteraction, onFirstInteractionOr, whenIdle } from '../browser/later.ts';
import { tickAudit } from '../browser/tick-audit.ts';
import { lastLeadNews, onLeadNews } from '../lead/last-lead.ts';
import { browserDeps, settleLead } from '../lead/pending-list.ts';
import { readPrefill, readReference } from '../lead/prefill.ts';
import { sender } from '../lead/send-again.ts';
import { sendUntilGone } from '../lead/send-pending.ts';
import {
  AUDIT_EXPECTED,
  AUDIT_LEAD,
  all,
  GREETING,
  KEPT,
  LEAD_AGAIN,
  need,
  RECEIVED,
  REFUSED,
} from '../markup.ts';

const prefill = readPrefill(location.search);

// Who comes out of the form may have a kept lead: no file that hangs is to hold it up.
sender.load = async () => ({ sendUntilGone });

// The form of step 1 was posted as without a script, and the server has answered with this page: the lead is there.
const last = lastLeadNews();
const reference = readReference(location.search);
if (reference && last?.state === 'kept' && last.email === prefill.email)
  void settleLead(browserDeps(), last.leadId, { kind: 'acknowledged', reference });

/**
 * A lead that is kept for longer may never leave: something may swallow what scripts send. Sent anew, the form itself is
 * posted.
 */
const AGAIN_AFTER_MS = 15_000;

/** Greets by the name that was typed in this tab, whatever the address says, and tells what became of the lead. */
function greet(): void {
  const greeting = need(GREETING);
  const news = lastLeadNews();
  if (!greeting || !news || news.name !== prefill.name) return;
  const words = (
    greeting.getAttribute({ received: RECEIVED, kept: KEPT, refused: REFUSED }[news.state]) ?? ''
  ).replace('%', () => news.name);
  // Readers announce a text that is written again, even the same.
  if (greeting.textContent !== words) greeting.textContent = words;
  const isShort = performance.now() < AGAIN_AFTER_MS;
  need(LEAD_AGAIN)?.toggleAttribute(
    'hidden',
    news.state === 'received' || (news.state === 'kept' && isShort),
  );
}

/** Has the audit belong to the lead, once that is known. */
function nameLead(): void {
  const [lead] = all<HTMLInputElement>(AUDIT_LEAD);
  if (lead) lead.value = readReference(location.search) ?? lastLeadNews()?.reference ?? '';
}
nameLead();
onLeadNews(nameLead);

// Whoever comes out of the form has asked for the audit there: it is shown before anything is touched.
const showExpected = (isExpected: boolean) =>
  document.documentElement.toggleAttribute(AUDIT_EXPECTED, isExpected);
if (lastLeadNews()) tickAudit();
if (lastLeadNews()?.site) {
  showExpected(true);
  setTimeout(showExpected, FALLBACK_AFTER_MS, false);
}

if (prefill.name) {
  greet();
  onLeadNews(greet);
  setTimeout(greet, AGAIN_AFTER_MS);
}

const hydrate = () =>
  hydrateIslands({
    Audit: {
      load: () => import('../islands/audit/Audit.island.tsx'),
      show: (state) => state === 'hydrated' && showExpected(false),
    },
    Film: { load: () => import('../islands/film/Film.island.tsx') },
  });
if (lastLeadNews() || reference) onFirstInteractionOr(whenIdle, hydrate);
else onFirstInteraction(hydrate);
