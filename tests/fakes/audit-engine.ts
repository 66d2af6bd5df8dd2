import type { VisitEnd } from '#domain/audit.ts';
import type { Instant } from '#domain/instant.ts';
import { FACTS_VERSION, type Facts, type PagePicture } from '#server/audits/audit-facts.ts';
import type { AuditEngine, AuditRun } from '#server/audits/process/audit-protocol.ts';

/** What a visit to a plain, good site over HTTP alone has seen. */
export function someFacts(url: string, overrides: Partial<Facts> = {}): Facts {
  const none = { company: false, postalAddress: false, email: false };
  return {
    version: FACTS_VERSION,
    asked: url,
    url,
    measuredAt: '2026-11-24T09:00:00.000Z',
    visit: { end: 'seen', status: 200 },
    http: {
      status: 200,
      redirects: [],
      httpLeadsToHttps: true,
      tls: {
        trusted: true,
        protocol: 'TLSv1.3',
        validFrom: '2026-10-01T00:00:00.000Z',
        validTo: '2027-10-01T00:00:00.000Z',
      },
      ttfbMs: 120,
      bytes: 20_000,
      decodedBytes: 80_000,
      compression: 'br',
      headers: { 'content-type': 'text/html' },
      cookies: [],
      robots: { found: true, barsSearch: false },
    },
    page: {
      rendered: false,
      shell: false,
      title: 'Menuiserie Favre, Lausanne',
      viewport: 'width=device-width, initial-scale=1',
      lang: 'fr',
      h1: ['Menuiserie Favre'],
      noindex: false,
      metaPolicies: { csp: false },
      images: { total: 4, withoutAlt: 1, example: '<img src="a.jpg">' },
      fields: { total: 0, withoutLabel: 0 },
      forms: { total: 0, withContactField: 0, insecureActions: 0 },
      contact: { tel: 1, mailto: 1, other: 0, page: true },
      legalLinks: {},
      mixedContent: { total: 0 },
      jsonLdTypes: [],
      identity: none,
    },
    legal: [],
    browser: { measured: false, why: 'off' },
    ...overrides,
  };
}

const { page: plain, http: answered } = someFacts('https://exemple.ch/');
/** Commands for a terminal and marks that turn what follows around. */
const STEERS = 'a\u009b\u202eb\u001b[31mc\u2067\u0007d';

/** What a visit has seen of a site that puts such characters wherever a report repeats it. */
export const STEERING: Partial<Facts> = {
  ...(answered && {
    http: { ...answered, headers: { 'x-robots-tag': `noindex ${STEERS}` }, cookies: [STEERS] },
  }),
  ...(plain && {
    page: {
      ...plain,
      title: STEERS,
      description: STEERS,
      h1: [STEERS, STEERS],
      images: { total: 1, withoutAlt: 1, example: `<img src="${STEERS}.jpg">` },
      mixedContent: { total: 1, example: `http://exemple.ch/${STEERS}` },
    },
  }),
};

/** A picture of one pixel. */
export const PIXEL = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

export const PHONE: PagePicture = { name: 'phone', type: 'image/webp', width: 1, height: 1, bytes: PIXEL };

export interface FakeEngine {
  readonly engine: AuditEngine;
  /** Every visit that was begun. */
  readonly visits: { readonly url: string; readonly browser: boolean }[];
  /** Visits under way at this moment, and the most there ever were at once. */
  readonly abreast: { now: Instant; most: number };
}

export interface FakeVisit {
  readonly end?: VisitEnd | ((url: string) => VisitEnd);
  readonly facts?: Partial<Facts>;
  /** What the visit waits for before it ends; it is given what the run was given. */
  readonly until?: (url: string, run: AuditRun) => Promise<unknown>;
  readonly now?: () => Instant;
}

/** An engine that visits nobody. */
export function fakeEngine({ end = 'seen', facts, until, now = Date.now }: FakeVisit = {}): FakeEngine {
  const visits: { url: string; browser: boolean }[] = [];
  const abreast = { now: 0, most: 0 };
  return {
    visits,
    abreast,
    async engine({ url }, run) {
      visits.push({ url, browser: run.browser });
      abreast.now += 1;
      abreast.most = Math.max(abreast.most, abreast.now);
      try {
        run.onStep({ step: 'address' });
        run.onStep({ step: 'page' });
        run.onStep({ step: 'phone', picture: PHONE });
        await until?.(url, run);
        const measuredAt = new Date(now()).toISOString();
        const ended = typeof end === 'string' ? end : end(url);
        const visit = { end: ended, ...(ended === 'seen' && { status: 200 }) };
        return { facts: someFacts(url, { measuredAt, visit, ...facts }), pictures: [PHONE] };
      } finally {
        abreast.now -= 1;
      }
    },
  };
}
