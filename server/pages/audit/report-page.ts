import { audit } from '#content/pages/audit.ts';
import type { ReportLine, ReportRemedy, ReportView } from '../../audits/report/report-view.ts';
import { frenchTime } from '../../messages/french-time.ts';
import type { OwnPage } from '../house-page.ts';
import { escapeHtml } from '../html.ts';

export interface ReportPage {
  readonly view: ReportView;
  readonly token: string;
  /** The picture of the phone beside the page, with its size in pixels of the file. */
  readonly phone?: { readonly file: string; readonly width: number; readonly height: number } | undefined;
  /** Address where the call is booked. */
  readonly book: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

const words = audit.report;

/** The report: the phone, one sentence, three remedies, every point by theme, the conditions. */
export function reportPage({ view, token, phone, book, expiresAt }: ReportPage): OwnPage {
  const { host, verdict, lcp, remedies, passed, controlled, themes, conditions, measuredAt } = view;
  const picture =
    phone === undefined
      ? ''
      : `<p><img src="/audit/${token}/${phone.file}" width="${phone.width}" height="${phone.height}" alt="${escapeHtml(words.pictureAlt(host))}"></p>`;
  const rows = [
    ...conditions,
    [words.conditions.date, frenchTime(measuredAt)],
    [words.conditions.expires, frenchTime(expiresAt)],
  ] as const;
  return {
    title: words.title(host),
    main: `<h1>${escapeHtml(words.title(host))}</h1>
<div class="columns"><section>
<p class="state">${escapeHtml(verdict)}</p>
${lcp === undefined ? '' : `<p>${escapeHtml(words.firstSecond(lcp))}</p>`}
${remedies.length === 0 ? '' : `<h2>${words.remedies}</h2>\n<ol>${remedies.map(remedyOf).join('\n')}</ol>`}
<p><a class="action" href="${escapeHtml(book)}">${words.book}</a></p></section>
<section>${picture}</section></div>
<section><h2>${words.count(passed, controlled)}</h2>
${themes.map(({ label, lines }) => `<h3>${label}</h3>\n<dl>${lines.map(lineOf).join('\n')}</dl>`).join('\n')}</section>
<section><h2>${words.conditionsTitle}</h2>
<dl>${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`).join('\n')}</dl>
<p class="quiet">${words.conditions.once} ${words.privacy}</p>
<p><a href="/introduction#audit">${words.another}</a></p></section>`,
  };
}

function remedyOf({ title, remedy, consequence, evidence, effort }: ReportRemedy): string {
  const rows = [
    [words.evidence, evidence],
    [words.consequence, consequence],
    [words.effort, effort],
  ] as const;
  const list = rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`);
  return `<li><h3>${escapeHtml(title)}</h3><p>${escapeHtml(remedy)}</p><dl>${list.join('')}</dl></li>`;
}

function lineOf({ title, label, sentence, evidence, threshold, source }: ReportLine): string {
  const shown = evidence === '' ? '' : ` <span class="quiet">${escapeHtml(evidence)}</span>`;
  const from = `<a href="${escapeHtml(source.url)}" rel="noreferrer">${escapeHtml(source.name)}</a>`;
  return `<div><dt>${label}</dt><dd>${escapeHtml(title)}<br>${escapeHtml(sentence)}${shown}<br><span class="quiet">${escapeHtml(threshold)} · ${from}</span></dd></div>`;
}
