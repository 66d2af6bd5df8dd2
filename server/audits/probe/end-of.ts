import type { VisitEnd } from '#domain/audit.ts';
import type { Answer } from './get.ts';
import type { Kind } from './html/page-kind.ts';

const REFUSING = [401, 403, 407, 429, 503];

/** Whether a site answers so to visitors that it does not want. */
export function refusesVisit(status: number): boolean {
  return REFUSING.includes(status);
}

/** What kind of end an answer is; `seen` where a page came. */
export function endOf({ status, headers, body }: Answer, kind: Kind | undefined): VisitEnd {
  if (refusesVisit(status) || headers['cf-mitigated'] !== undefined) return 'refused-visit';
  if (status < 200 || status >= 300) return 'error-page';
  const type = headers['content-type'];
  const looksLikeHtml = /^\s*</.test(
    body.bytes
      .subarray(0, 500)
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, ''),
  );
  const isHtml = type === undefined ? looksLikeHtml : /^\s*(text\/html|application\/xhtml\+xml)/i.test(type);
  if (!isHtml) return 'not-html';
  if (body.cut) return 'too-large';
  if (kind === 'wall') return 'refused-visit';
  return kind === 'parked' ? 'parked' : 'seen';
}
