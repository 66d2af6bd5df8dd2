import type { VisitEnd } from '#domain/audit.ts';
import type { Answer } from './get.ts';
import { htmlOf } from './headers.ts';
import type { ReadPage } from './html/page-thread.ts';

/**
 * What a firewall, a wall against programs or a login answers with to a page that others see: besides those that are
 * made for it, the ones that no ordinary page has for a request of ours, and that products of the kind are set to
 * (ModSecurity 406, AWS WAF 405, Imunify360 415, Shopify 430, LinkedIn 999).
 */
const REFUSING = [401, 403, 405, 406, 407, 412, 415, 418, 420, 429, 430, 444, 451, 503];
/** What such a wall writes beside its page. */
const WALL_HEADERS = ['cf-mitigated', 'x-vercel-mitigated', 'x-amzn-waf-action', 'x-sucuri-block'];

/** `/` and `/fr/` */
const ENTRANCE = /^\/([a-z]{2}(-[a-z]{2})?\/?)?$/i;

/** Whether a site answers so to visitors that it does not want. */
export function refusesVisit(status: number): boolean {
  return REFUSING.includes(status) || status >= 600;
}

/** What kind of end an answer is; `seen` where a page came. */
export function endOf(answer: Answer, read: Pick<ReadPage, 'kind' | 'isReal'> | undefined): VisitEnd {
  const { status, headers, body, url } = answer;
  const kind = read?.kind;
  if (refusesVisit(status) || WALL_HEADERS.some((name) => headers.get(name) !== undefined))
    return 'refused-visit';
  if (kind === 'wall') return 'refused-visit';
  const html = htmlOf(answer);
  // A redirect that leads nowhere is shown as the page that it is, and so is an entrance that is called an error.
  const isShown = html
    ? status < 400 || (ENTRANCE.test(url.pathname) && read?.isReal === true)
    : status < 300;
  if (status < 200 || !isShown) return 'error-page';
  if (html === undefined) return 'not-html';
  if (body.cut) return 'too-large';
  return kind === 'parked' ? 'parked' : 'seen';
}
