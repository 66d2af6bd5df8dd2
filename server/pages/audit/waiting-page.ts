import { STEP_LABELS } from '#content/audit-steps.ts';
import { audit } from '#content/pages/audit.ts';
import type { AuditView } from '#domain/audit.ts';
import { type StepState, stepStates } from '#domain/audit-progress.ts';
import { escapeHtml } from '../html.ts';
import type { OwnPage } from '../template.ts';

const words = audit.waiting;
const MARKS: Readonly<Record<StepState, { readonly text: string; readonly path: string }>> = {
  done: { text: words.doneStep, path: 'M2.5 8.5l3.5 3.5 7.5-8' },
  now: { text: words.nowStep, path: 'M3 3h10v10H3z' },
  next: { text: '', path: '' },
  'left-out': { text: words.leftOutStep, path: 'M3 8h10' },
};

/** An audit that waits or runs: what is being looked at, and the phone's picture as soon as it is there. */
export function waitingPage(view: AuditView, token: string): OwnPage {
  const { state, host, waitSeconds, pictures = [] } = view;
  const phone = pictures.find((file) => file.startsWith('phone.'));
  const picture = phone === undefined ? '' : `<img src="/audit/${token}/${phone}" alt="${words.pictureAlt}">`;
  const when = waitSeconds === undefined ? words.soon : audit.inAbout(waitSeconds);
  return {
    title: words.title,
    main: `<h1>${words.title}</h1>
<p class="state" role="status">${state === 'running' ? words.running : words.queued(when)}</p>
<p class="site">${escapeHtml(host)}</p>
<div class="columns waiting"><section><ol class="audit-steps" aria-label="${words.steps}">${stepStates(view).map(line).join('')}</ol>
<p class="quiet">${words.stay} ${words.byMail}</p></section>
<p class="frame audit-phone">${picture}</p></div>`,
  };
}

function line({ step, progress }: ReturnType<typeof stepStates>[number]): string {
  const { text, path } = MARKS[progress];
  const said = text && `<span class="visually-hidden"> (${text})</span>`;
  const current = progress === 'now' ? ' aria-current="step"' : '';
  return `<li class="${progress}"${current}><svg viewBox="0 0 16 16" aria-hidden="true"><path d="${path}"/></svg>${STEP_LABELS[step]}${said}</li>`;
}
