import { CHECK_WORDS } from '#content/audit-checks.ts';
import { PLACES, SERVER_LINES, SNIPPETS } from '#content/audit-fixes.ts';
import type { CheckId } from '#domain/audit.ts';
import type { AxeFacts, Facts } from '../audit-facts.ts';
import { type CheckResult, type Seen, seenIn } from '../checks/check.ts';
import { openPoints } from '../checks/judge-facts.ts';
import { headerVerdicts } from '../checks/security-checks.ts';

/** The open points for whoever looks after the site, the most worthwhile first: what was seen, what to do, what to paste. */
export function fixesOf(facts: Facts, results: readonly CheckResult[]) {
  const seen = seenIn(facts);
  if ('outcome' in seen) return [];
  const name = new URL(facts.url).hostname.replace(/^www\./, '');
  return openPoints(results).map(({ id, sentence, remedy }) => {
    const snippets = togetherByPlace(SNIPPETS_OF[id]?.(seen) ?? []);
    return {
      id,
      title: CHECK_WORDS[id].label,
      sentence,
      element: selectorOf(facts, id),
      remedy,
      snippets: snippets.map(({ where, code }) => ({ where, code: code.replaceAll('DOMAINE', name) })),
    };
  });
}

/** What goes to one place is pasted at once. */
function togetherByPlace(snippets: readonly Snippet[]): readonly Snippet[] {
  return [...Map.groupBy(snippets, ({ where }) => where)].map(([where, all]) => ({
    where,
    code: all.map(({ code }) => code).join('\n'),
  }));
}

/** Something to paste, and where. */
interface Snippet {
  /** French. */
  readonly where: string;
  readonly code: string;
}

type Of = (seen: Seen) => readonly Snippet[];

const inHead = (code: string): Snippet => ({ where: PLACES.head, code });
const inPage = (code: string): Snippet => ({ where: PLACES.page, code });
const inStyle = (code: string): Snippet => ({ where: PLACES.style, code });

/** What can be pasted to mend a point that is not met. What is missing here needs work that no line does. */
const SNIPPETS_OF: Readonly<Partial<Record<CheckId, Of>>> = {
  lcp: () => [inHead(SNIPPETS.lcpHead), inPage(SNIPPETS.lcpImage)],
  https: ({ http: { tls } }) => (tls?.trusted ? onServers(SERVER_LINES.toHttps) : []),
  contact: () => [inPage(SNIPPETS.contact)],
  viewport: ({ facts: { page } }) =>
    page?.viewport === undefined ? [inHead(SNIPPETS.viewport)] : [inStyle(SNIPPETS.overflow)],
  identity: () => [inPage(SNIPPETS.identity)],
  privacy: () => [inPage(SNIPPETS.privacy)],
  indexable: ({ facts: { page }, http: { headers, robots } }) => [
    ...(page?.noindex ? [{ where: PLACES.remove, code: SNIPPETS.noindex }] : []),
    ...(headers['x-robots-tag'] === undefined
      ? []
      : [{ where: PLACES.remove, code: `X-Robots-Tag: ${headers['x-robots-tag']}` }]),
    ...(robots.barsSearch ? [{ where: PLACES.robots, code: SNIPPETS.robots }] : []),
  ],
  title: () => [inHead(SNIPPETS.title)],
  description: () => [inHead(SNIPPETS.description)],
  h1: () => [inPage(SNIPPETS.h1)],
  contrast: ({ facts }) => [inStyle(SNIPPETS.darker(selectorOf(facts, 'contrast') ?? 'p'))],
  labels: () => [inPage(SNIPPETS.labels)],
  alt: ({ facts: { page } }) => [
    inPage(SNIPPETS.described(page?.images.example ?? 'photo.webp')),
    inPage(SNIPPETS.decor),
  ],
  lang: () => [{ where: PLACES.html, code: SNIPPETS.lang }],
  targets: ({ facts }) => [inStyle(SNIPPETS.larger(selectorOf(facts, 'targets') ?? 'a, button'))],
  cls: () => [inPage(SNIPPETS.cls)],
  weight: ({ http }) =>
    http.compression === ''
      ? [...onServers(SERVER_LINES.compression), inPage(SNIPPETS.pictures)]
      : [inPage(SNIPPETS.pictures), ...onServers(SERVER_LINES.caching)],
  'mixed-content': ({ facts: { page } }) => {
    const address = page?.mixedContent.example;
    const instead =
      address === undefined
        ? []
        : [{ where: PLACES.instead(address), code: address.replace(/^http:/i, 'https:') }];
    return [...instead, ...header('Content-Security-Policy', 'upgrade-insecure-requests')];
  },
  hsts: () => header('Strict-Transport-Security', 'max-age=31536000'),
  'security-headers': (seen) => missingHeaders(seen).flatMap(([name, value]) => header(name, value)),
  'structured-data': () => [inHead(SNIPPETS.business)],
};

/** The headers that are missing, with values that break no ordinary site. */
function missingHeaders(seen: Seen): readonly (readonly [name: string, value: string])[] {
  const asked = headerVerdicts(seen);
  const framed = asked['X-Frame-Options ou frame-ancestors'] !== true;
  const policy = "base-uri 'self'; object-src 'none'; upgrade-insecure-requests";
  return [
    ...(asked['X-Content-Type-Options'] ? [] : [['X-Content-Type-Options', 'nosniff'] as const]),
    ...(asked['Referrer-Policy'] ? [] : [['Referrer-Policy', 'strict-origin-when-cross-origin'] as const]),
    ...(framed ? [['X-Frame-Options', 'SAMEORIGIN'] as const] : []),
    ...(asked['Content-Security-Policy']
      ? []
      : [['Content-Security-Policy', framed ? `frame-ancestors 'self'; ${policy}` : policy] as const]),
  ];
}

function header(name: string, value: string): readonly Snippet[] {
  return onServers({
    nginx: `add_header ${name} "${value}" always;`,
    apache: `Header always set ${name} "${value}"`,
  });
}

function onServers({
  nginx,
  apache,
}: {
  readonly nginx: string;
  readonly apache: string;
}): readonly Snippet[] {
  return [
    { where: PLACES.nginx, code: nginx },
    { where: PLACES.apache, code: apache },
  ];
}

/** Selector of one element that does not meet a point; undefined where the browser named none. */
function selectorOf({ browser }: Facts, id: CheckId): string | undefined {
  const axe = browser.measured ? browser.phone.axe : undefined;
  return axe !== undefined && isAxeRule(id, axe) ? axe[id].example : undefined;
}

function isAxeRule(id: CheckId, axe: AxeFacts): id is CheckId & keyof AxeFacts {
  return id in axe;
}
