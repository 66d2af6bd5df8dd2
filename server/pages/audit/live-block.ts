import { STEP_LABELS } from '#content/audit-steps.ts';
import { auditLive } from '#content/pages/audit-live.ts';
import type { AuditView, Finding, Outcome } from '#domain/audit.ts';
import { stepStates } from '#domain/audit-progress.ts';
import { BOOKING_SECTION } from '#domain/booking.ts';
import { escapeHtml } from '../html.ts';

const { live, waiting, inAbout } = auditLive;

const SIGNS: Partial<Record<Outcome, string>> = {
  ok: 'M2.5 8.5l3.5 3.5 7.5-8',
  failed: 'M3 3l10 10M13 3L3 13',
  review: 'M8 2.5v7M8 12v1.5',
};

export interface LiveBlock {
  /** The signed reference to the lead, as the page's own address has it. */
  readonly lead: string;
  readonly view: AuditView;
  readonly token: string;
  /** Until when the lead's audit is promised, in words. */
  readonly by: string;
}

/**
 * An audit in step 2 for a visitor without JavaScript, in the markup of the island (site/islands/audit/AuditLive.tsx):
 * whose site, how far it is, what was seen, and where it leads to.
 */
export function liveBlock({ view, token, by, lead }: LiveBlock): string {
  const { host, pictures = [], findings = [] } = view;
  const page = `/audit/${token}`;
  const phone = pictures.find((file) => file.startsWith('phone.'));
  const said = view.state === 'running' ? ' visually-hidden' : '';
  return `<div class="audit-box is-live"><h2>${auditLive.form.title}</h2>
<form method="post" action="${page}/pas-le-mien"><input type="hidden" name="lead" value="${escapeHtml(lead)}"><button class="audit-not-mine">${live.notMine}</button></form>
<div class="audit-live">
<p class="audit-host">${escapeHtml(host)}</p>
<ol class="audit-track" aria-label="${waiting.steps}">${stepStates(view).map(stepOf).join('')}</ol>
<p class="audit-said${said}" role="status">${saidOf(view)}</p>
<div class="audit-phone">${phone === undefined ? '' : `<img src="${page}/${phone}" width="390" height="844" alt="${waiting.pictureAlt}">`}</div>
<ul class="audit-findings" aria-label="${live.findings}">${findings.map(findingOf).join('')}</ul>
<div class="audit-foot">${view.state === 'done' ? ready(page) : underWay(page, by)}</div>
</div></div>`;
}

function saidOf({ state, waitSeconds }: AuditView): string {
  if (state === 'done') return live.ready;
  if (state === 'running') return live.looking;
  return waiting.queued(waitSeconds === undefined ? waiting.soon : inAbout(waitSeconds));
}

function stepOf(
  { step, progress }: ReturnType<typeof stepStates>[number],
  index: number,
  all: readonly unknown[],
): string {
  const current = progress === 'now' ? ' aria-current="step"' : '';
  return `<li class="${progress}"${current}><span><b>${live.count(index + 1, all.length)}</b> ${STEP_LABELS[step]}</span></li>`;
}

function findingOf({ outcome, sentence }: Finding): string {
  return `<li class="${outcome}"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="${SIGNS[outcome] ?? ''}"/></svg><span>${escapeHtml(sentence)}</span></li>`;
}

function ready(page: string): string {
  return `<a href="${page}">${live.open}</a>\n<a class="audit-talk" href="#${BOOKING_SECTION}">${live.talk}</a>`;
}

function underWay(page: string, by: string): string {
  return `<p>${live.by(by)}</p>\n<a href="${page}">${live.page}</a>`;
}
