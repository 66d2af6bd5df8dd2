import { STEP_LABELS } from '#content/audit-steps.ts';
import { audit } from '#content/pages/audit.ts';
import { type AuditView, STEP_NAMES } from '#domain/audit.ts';
import type { OwnPage } from '../house-page.ts';
import { escapeHtml } from '../html.ts';
import { addressForm, type TypedAudit } from './address-form.ts';

/** An address that was not taken: why, and the form again with what was typed. */
export function addressPage(detail: string, typed: TypedAudit): OwnPage {
  const { title } = audit.form;
  return { title, main: `<h1>${title}</h1>\n${addressForm(typed, detail)}` };
}

/** Neither a report nor a form: one sentence, and the way to the call. */
export function sentencePage(title: string, text: string, form = ''): OwnPage {
  return {
    title,
    main: `<h1>${title}</h1>\n<p role="alert">${escapeHtml(text)}</p>\n${form}\n<p><a class="action plain" href="/introduction">${audit.report.book}</a></p>`,
  };
}

/** A report that is not there, or not any more. */
export function gonePage(): OwnPage {
  const { title, text } = audit.gone;
  return sentencePage(title, text, addressForm({ url: '', lead: '' }));
}

/** A site that could not be looked at: why, and the form again. */
export function refusedPage({ url, reason = '' }: AuditView, lead: string): OwnPage {
  return sentencePage(audit.refused.title, reason, addressForm({ url, lead }));
}

/** An audit that waits or runs: what is being looked at, and the phone's picture as soon as it is there. */
export function waitingPage(view: AuditView, token: string): OwnPage {
  const words = audit.waiting;
  const { state, step, url, waitSeconds, pictures = [] } = view;
  const at = step === undefined ? -1 : STEP_NAMES.indexOf(step);
  const steps = STEP_NAMES.map((name, index) => {
    const mark = index < at ? words.doneStep : index === at ? words.nowStep : '';
    return `<div><dt>${mark}</dt><dd>${STEP_LABELS[name]}</dd></div>`;
  });
  const phone = pictures.find((file) => file.startsWith('phone.'));
  const picture =
    phone === undefined ? '' : `<p><img src="/audit/${token}/${phone}" alt="${words.pictureAlt}"></p>`;
  const when = waitSeconds === undefined ? words.soon : audit.inAbout(waitSeconds);
  return {
    title: words.title,
    main: `<h1>${words.title}</h1>
<p class="state" role="status">${state === 'running' ? words.running : words.queued(when)}</p>
<p>${escapeHtml(url)}</p>
<div class="columns"><section><dl>${steps.join('')}</dl></section>
<section>${picture}<p class="quiet">${words.stay} ${words.byMail}</p></section></div>`,
  };
}
