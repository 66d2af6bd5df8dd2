import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { OUTCOME_LABELS } from '#content/audit.ts';
import { CHECK_WORDS } from '#content/audit-checks.ts';
import { audit } from '#content/pages/audit.ts';
import { CHECK_IDS } from '#domain/audit.ts';
import { reportView } from '#server/audits/report/report-view.ts';
import { someFacts } from '../../../tests/fakes/audit-engine.ts';
import { MEASURED } from '../../../tests/fixtures/audits/measured.ts';
import { type ReportPage, reportPage } from './report-page.tsx';

const DAY_MS = 86_400_000;
const facts = someFacts('https://www.exemple.ch/', { browser: MEASURED });
const measuredAt = Date.parse(facts.measuredAt);

const frame = (number: number, atMs: number) => ({
  name: `film-${number}`,
  address: `/audit/jeton/film-${number}.jpg`,
  width: 195,
  height: 422,
  atMs,
});

const REPORT: ReportPage = {
  view: reportView(facts),
  pictures: [
    { name: 'phone', address: '/audit/jeton/phone.webp', width: 390, height: 844, atMs: undefined },
    frame(1, 1_000),
    frame(2, 3_000),
    frame(3, 3_400),
  ],
  address: 'https://oui-48.example/audit/jeton',
  expiresAt: measuredAt + 30 * DAY_MS,
  now: measuredAt,
};

function report(overrides: Partial<ReportPage> = {}): string {
  return renderToStaticMarkup(reportPage({ ...REPORT, ...overrides }).main);
}

/** The text of what `pattern` finds, without its elements. */
const text = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([found]) =>
    found
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );

it('opens with what the worst point costs, then the phone and its second, the remedies, the action, the points', () => {
  const html = report();
  const marks = ['class="verdict"', 'class="phone"', 'class="second"', 'class="scale"', 'class="remedies"'];
  const places = [...marks, 'class="call"', 'class="checks"', 'class="conditions"'].map((mark) =>
    html.indexOf(mark),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  expect(text(html, /<p class="second">.*?<\/p>/g)).toEqual([`3,1 s ${audit.report.untilContent}`]);
  expect(text(html, /<p class="verdict">.*?<\/p>/g)).toEqual([
    expect.stringMatching(
      /^Une partie de vos clients peine à lire vos textes\. Sur \d+ points contrôlés, \d+ sont en ordre\.$/,
    ),
  ]);
  expect(html).toContain('href="/introduction#rendez-vous"');
});

it('does not head the report with a time that is well', () => {
  if (!MEASURED.measured) throw new Error('measured in a browser');
  const quick = { ...facts, browser: { ...MEASURED, phone: { ...MEASURED.phone, lcpMs: 460 } } };
  const html = report({ view: reportView(quick) });
  expect(html).not.toContain('class="second"');
  expect(html).not.toContain('class="scale"');
  expect(text(html, /<tbody>.*?<\/tbody>/g)[0]).toContain(`${audit.report.loading.lcp} 0,46 s`);
});

it('names every point with its outcome in words, what asks for something first in its theme', () => {
  const html = report();
  for (const id of CHECK_IDS) expect(html).toContain(`<h4>${CHECK_WORDS[id].label}<span`);
  const themes = text(html, /<section class="theme">.*?<\/section>/g);
  expect(themes).toHaveLength(6);
  const outcomes = [...html.matchAll(/<li class="(?!here)([a-z-]+)"><svg/g)].map(([, outcome]) => outcome);
  expect(outcomes).toHaveLength(CHECK_IDS.length);
  expect(text(html, /<span class="outcome">.*?<\/span>/g)).toEqual(
    outcomes.map((outcome) => OUTCOME_LABELS[outcome as keyof typeof OUTCOME_LABELS]),
  );
  const speed = reportView(facts).themes.find(({ theme }) => theme === 'speed');
  expect(speed?.lines.map(({ outcome }) => outcome)).toEqual(['review', 'review', 'review', 'ok']);
});

it('marks the first frame in which the main content is there, and says the load in numbers', () => {
  const html = report();
  expect(text(html, /<li class="here">.*?<\/li>/g)).toEqual([`3,4 s ${audit.report.loading.contentHere}`]);
  const [table] = text(html, /<tbody>.*?<\/tbody>/g);
  expect(table).toContain(`${audit.report.loading.lcp} 3,1 s 1,2 s`);
  expect(table).toContain(`${audit.report.loading.weight} 2,4 Mo 2,4 Mo`);
});

it('weighs the hosts, the heaviest first and the light ones together, other sites hatched and named so', () => {
  const { loading } = reportView(facts);
  expect(loading?.hosts.map(({ name, weight, requests }) => [name, weight, requests])).toEqual([
    ['www.exemple.ch', '1,9\u00a0Mo', 30],
    ['tiers-1.example', '300\u00a0ko', 9],
    ...[2, 3, 4].map((number) => [`tiers-${number}.example`, `${50 - number}\u00a0ko`, 2]),
    ['3 autres hôtes', '132\u00a0ko', 6],
  ]);
  const bars = [...report().matchAll(/<rect width="([\d.]+)%" height="14" fill="([^"]+)"/g)];
  expect(bars.slice(0, 2).map(([, width, fill]) => [width, fill])).toEqual([
    ['100', 'currentColor'],
    ['15.8', 'url(#tiers)'],
  ]);
  expect(report()).toContain(`<small> ${audit.report.hosts.third}</small>`);
});

it('hands every open point over with the lines to paste, as text, and by mail with the address of the report', () => {
  const html = report();
  const [section = ''] = /<section class="handover">.*?<\/section>/s.exec(html) ?? [];
  const { fixes } = reportView(facts);
  expect(fixes.length).toBeGreaterThan(5);
  for (const { title } of fixes) expect(section).toContain(`<h3>${title}</h3>`);
  expect(section).toContain(
    '<code>add_header Strict-Transport-Security &quot;max-age=31536000&quot; always;</code>',
  );
  expect(section).toContain('&lt;meta name=&quot;description&quot;');
  expect(section).toMatch(/<details><summary>/);
  const [, mail = ''] = /href="(mailto:[^"]+)"/.exec(section) ?? [];
  const sent = new URL(mail.replaceAll('&amp;', '&')).searchParams;
  expect(sent.get('subject')).toBe('À corriger sur www.exemple.ch');
  expect(sent.get('body')).toContain('https://oui-48.example/audit/jeton\r\n');
  expect(mail.length).toBeLessThan(1_500);
});

it('without a browser shows neither a time nor charts, and the conditions say why', () => {
  const view = reportView(someFacts('https://www.exemple.ch/'));
  const html = report({ view, pictures: [] });
  for (const mark of ['class="second"', 'class="measures"', '<img', '<image'])
    expect(html).not.toContain(mark);
  expect(html).toContain(audit.report.conditions.noBrowser);
});

it('writes a name in its own letters, elides before a vowel, and never leaves « d’ » alone on a line', () => {
  const at = (url: string) => reportPage({ ...REPORT, view: reportView({ ...facts, url }) });
  expect(at('https://xn--caf-dma.example/').title).toBe('L’audit express de café.example');
  expect(at('https://www.exemple.ch/').title).toBe('L’audit express de www.exemple.ch');
  expect(at('https://xn--picerie-9xa.ch/').title).toBe('L’audit express d’épicerie.ch');
  expect(text(renderToStaticMarkup(at('https://atelier.ch/').main), /<h1>.*?<\/h1>/g)).toEqual([
    'Audit express atelier.ch',
  ]);
});

it('says of a visit more than a week ago that the site may have changed', () => {
  expect(report({ now: measuredAt + 7 * DAY_MS })).not.toContain(audit.report.old);
  expect(report({ now: measuredAt + 7 * DAY_MS + 1 })).toContain(audit.report.old);
});

it('escapes the site’s own words and keeps to the content security policy', () => {
  const page = facts.page && { ...facts.page, title: '<script>alert(1)</script> Menuiserie' };
  const html = report({ view: reportView({ ...facts, ...(page && { page }) }) });
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toMatch(/<script|style="|on[a-z]+="/);
});
