import { CHECK_WORDS, PART_TO_DO, UNREADABLE } from '#content/audit-checks.ts';
import { counted } from '#content/audit-figures.ts';
import type { CheckId } from '#domain/audit.ts';
import type { Facts, TlsFacts } from '../audit-facts.ts';
import { type Check, type Seen, verdict } from './check.ts';

const DAY_MS = 86_400_000;
const ENOUGH_DAYS = 14;
/** Six months, as the HTTP Observatory counts them. */
const HSTS_SECONDS = 15_768_000;

const https: Check = {
  threshold: 'un certificat valable, et http qui mène à https',
  source: { name: 'web.dev, Why HTTPS matters', url: 'https://web.dev/articles/why-https-matters' },
  weight: 10,
  effort: 'hour',
  judge({ facts, http: { tls, httpLeadsToHttps } }) {
    if (tls === undefined) return verdict('failed', CHECK_WORDS.https.noHttps);
    if (!tls.trusted) {
      const evidence = tls.error ?? '';
      if (tls.error === 'CERT_HAS_EXPIRED') return verdict('failed', CHECK_WORDS.https.expired, evidence);
      if (isIncomplete(facts, tls))
        return verdict('failed', CHECK_WORDS.https.incomplete, evidence, PART_TO_DO.chain);
      return tls.error === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'
        ? verdict('failed', CHECK_WORDS.https.unattested, evidence)
        : verdict('failed', CHECK_WORDS.https.untrusted, evidence);
    }
    const secure = isSecure(facts.url) && httpLeadsToHttps !== false;
    return secure
      ? verdict('ok', CHECK_WORDS.https.ok, tls.protocol ?? '')
      : verdict('failed', CHECK_WORDS.https.noRedirect, '', PART_TO_DO.redirect);
  },
};

const certificate: Check = {
  threshold: `${ENOUGH_DAYS} jours au moins, ou le tiers d’une courte durée`,
  source: {
    name: 'Let’s Encrypt, intervalle de renouvellement',
    url: 'https://letsencrypt.org/docs/integration-guide/',
  },
  weight: 6,
  effort: 'hour',
  judge({ facts, http: { tls } }) {
    if (tls?.validTo === undefined) return verdict('not-applicable', CHECK_WORDS.certificate.notApplicable);
    if (!tls.trusted && tls.error !== 'CERT_HAS_EXPIRED' && !isIncomplete(facts, tls))
      return verdict('not-applicable', CHECK_WORDS.certificate.untrusted, tls.error ?? '');
    const [now, end] = [Date.parse(facts.measuredAt), Date.parse(tls.validTo)];
    const left = (end - now) / DAY_MS;
    const evidence = tls.validTo.slice(0, 10);
    if (left < 0) return verdict('failed', CHECK_WORDS.certificate.failed(-left), evidence);
    const life =
      tls.validFrom === undefined ? Number.POSITIVE_INFINITY : (end - Date.parse(tls.validFrom)) / DAY_MS;
    const outcome = left >= Math.min(ENOUGH_DAYS, life / 3) ? 'ok' : 'review';
    return verdict(outcome, CHECK_WORDS.certificate[outcome](left), evidence);
  },
};

const mixedContent: Check = {
  threshold: 'rien de non chiffré dans une page chiffrée',
  source: { name: 'W3C, Mixed Content', url: 'https://www.w3.org/TR/mixed-content/' },
  weight: 4,
  effort: 'hour',
  judge({ facts: { url, page, browser } }) {
    const words = CHECK_WORDS['mixed-content'];
    if (!isSecure(url)) return verdict('not-applicable', words.notApplicable);
    if ((page?.forms.insecureActions ?? 0) > 0) return verdict('failed', words.form);
    const asked = browser.measured ? browser.phone.insecureRequests : 0;
    const count = Math.max(asked, page?.mixedContent.total ?? 0);
    if (count > 0) return verdict('failed', words.failed(count), page?.mixedContent.example ?? '');
    return page === undefined || page.shell
      ? verdict('not-measured', UNREADABLE.unread)
      : verdict('ok', words.ok);
  },
};

const hsts: Check = {
  threshold: 'Strict-Transport-Security pour six mois au moins',
  source: {
    name: 'MDN HTTP Observatory',
    url: 'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/TLS#http_strict_transport_security_implementation',
  },
  weight: 2,
  effort: 'hour',
  judge({ facts: { url }, http }) {
    if (!isSecure(url)) return verdict('not-applicable', CHECK_WORDS.hsts.notApplicable);
    const header = http.headers['strict-transport-security'];
    if (header === undefined) return verdict('failed', CHECK_WORDS.hsts.failed);
    const seconds = Number(/max-age\s*=\s*"?(\d+)/i.exec(header)?.[1] ?? 0);
    const evidence = header.slice(0, 100);
    if (seconds === 0) return verdict('failed', CHECK_WORDS.hsts.off, evidence, PART_TO_DO.longer);
    if (seconds < HSTS_SECONDS)
      return verdict('review', CHECK_WORDS.hsts.review, evidence, PART_TO_DO.longer);
    return verdict('ok', CHECK_WORDS.hsts.ok, evidence);
  },
};

const FEW = 2;

const securityHeaders: Check = {
  threshold: 'nosniff, cadre interdit, Referrer-Policy et Content-Security-Policy',
  source: {
    name: 'MDN HTTP Observatory',
    url: 'https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring',
  },
  weight: 3,
  effort: 'hour',
  judge(seen) {
    const missing = Object.entries(headerVerdicts(seen)).flatMap(([name, ok]) => (ok ? [] : [name]));
    if (missing.length === 0) return verdict('ok', CHECK_WORDS['security-headers'].ok);
    const outcome = missing.length > FEW ? 'failed' : 'review';
    const evidence = counted(4 - missing.length, 'protection sur 4', 'protections sur 4');
    return verdict(outcome, CHECK_WORDS['security-headers'].missing(missing.join(', ')), evidence);
  },
};

/** The policies that browsers know, and whether each keeps from others, and from insecure pages, where a visitor was. */
const REFERRER_POLICIES: ReadonlyMap<string, boolean> = new Map([
  ['no-referrer', true],
  ['no-referrer-when-downgrade', false],
  ['origin', false],
  ['origin-when-cross-origin', false],
  ['same-origin', true],
  ['strict-origin', true],
  ['strict-origin-when-cross-origin', true],
  ['unsafe-url', false],
]);

/** Whether each of the four protections is asked for, by header or by the page itself where that counts. */
export function headerVerdicts({ facts, http: { headers } }: Seen): Readonly<Record<string, boolean>> {
  const csp = headers['content-security-policy'] ?? '';
  const policies = facts.page?.metaPolicies;
  // Of several, a browser takes the last that it knows (W3C Referrer Policy, section 8.1).
  const known = (header: string | undefined) =>
    valuesOf(header).findLast((policy) => REFERRER_POLICIES.has(policy));
  const referrer = known(headers['referrer-policy']) ?? known(policies?.referrer);
  return {
    // Sent twice, as by a server and its proxy, a header is there: browsers take the first `nosniff`, and of several
    // rules for frames the strictest (Fetch, section 3.6; HTML, section 7.7).
    'X-Content-Type-Options': valuesOf(headers['x-content-type-options'])[0] === 'nosniff',
    'X-Frame-Options ou frame-ancestors':
      /\bframe-ancestors\b/i.test(csp) ||
      valuesOf(headers['x-frame-options']).some((value) => value === 'deny' || value === 'sameorigin'),
    'Referrer-Policy': REFERRER_POLICIES.get(referrer ?? '') === true,
    'Content-Security-Policy': csp !== '' || policies?.csp === true,
  };
}

/** Whether only a certificate between the site's and an authority's was not sent: the browser that showed the page has found it. */
function isIncomplete({ url, browser }: Facts, { error, incomplete }: TlsFacts): boolean {
  return (
    incomplete === true || (error === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' && browser.measured && isSecure(url))
  );
}

function valuesOf(header = ''): readonly string[] {
  return header.split(',').map((value) =>
    value
      .trim()
      .replaceAll(/^["']|["']$/g, '')
      .toLowerCase(),
  );
}

function isSecure(url: string): boolean {
  return url.startsWith('https:');
}

export const securityChecks = {
  https,
  certificate,
  'mixed-content': mixedContent,
  hsts,
  'security-headers': securityHeaders,
} satisfies Partial<Record<CheckId, Check>>;
