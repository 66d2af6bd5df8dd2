import { BROWSER_MISSING, EFFORT_LABELS, OUTCOME_LABELS, THEME_LABELS } from '#content/audit.ts';
import { CHECK_WORDS } from '#content/audit-checks.ts';
import { clsText, decimal, lcpText, loadWeightText, seconds, weightText } from '#content/audit-figures.ts';
import { audit } from '#content/pages/audit.ts';
import { type CheckOutcome, THEMES } from '#domain/audit.ts';
import type { BrowserFacts, Facts, HostFacts, LoadConditions, LoadFacts } from '../audit-facts.ts';
import type { CheckResult } from '../checks/check.ts';
import { judgeFacts, summaryOf } from '../checks/judge-facts.ts';
import { shownHost } from '../hosts.ts';
import { fixesOf } from './fixes.ts';

/** Everything that a report shows, in words; how it looks is the page's. */
export type ReportView = ReturnType<typeof reportView>;
type Condition = readonly [name: string, value: string];

const conditionWords = audit.report.conditions;

/** What a report says, out of nothing but the facts. */
export function reportView(facts: Facts) {
  const results = judgeFacts(facts);
  const { headline, tally, remedies, passed, controlled } = summaryOf(results);
  const { deadName } = facts.visit;
  return {
    host: shownHost(facts.url),
    headline,
    tally: [tally, ...(deadName === undefined ? [] : [audit.report.deadName(deadName)])].join(' ').trim(),
    loading: loadingView(facts),
    remedies: remedies.map(({ id, remedy, loss, sentence, effort }) => ({
      title: CHECK_WORDS[id].label,
      remedy,
      consequence: loss,
      evidence: sentence,
      effort: EFFORT_LABELS[effort],
    })),
    passed,
    controlled,
    themes: THEMES.map((theme) => ({
      theme,
      label: THEME_LABELS[theme],
      lines: results
        .filter((result) => result.theme === theme)
        .toSorted(byAttention)
        .map(lineOf),
    })),
    fixes: fixesOf(facts, results),
    conditions: conditionsOf(facts),
    measuredAt: Date.parse(facts.measuredAt),
  };
}

/** What asks for something comes first. */
const ATTENTION: readonly CheckOutcome[] = ['failed', 'review', 'ok', 'not-measured', 'not-applicable'];

function byAttention(a: CheckResult, b: CheckResult): number {
  return ATTENTION.indexOf(a.outcome) - ATTENTION.indexOf(b.outcome);
}

function lineOf({ id, outcome, sentence, evidence, threshold, source }: CheckResult) {
  const title = CHECK_WORDS[id].label;
  return { id, outcome, sentence, evidence, threshold, source, title, label: OUTCOME_LABELS[outcome] };
}

function conditionsOf({ asked, url, visit, browser }: Facts): Condition[] {
  return [
    ...(asked === url ? [] : [[conditionWords.asked, asked] as const]),
    [conditionWords.visited, url],
    ...(visit.elsewhere === undefined ? [] : [[conditionWords.elsewhere, visit.elsewhere] as const]),
    ...browserConditions(browser),
  ];
}

function browserConditions(browser: BrowserFacts): Condition[] {
  if (!browser.measured) return [[conditionWords.noBrowser, BROWSER_MISSING[browser.why]]];
  const { phone, desktop, version } = browser;
  return [
    [conditionWords.phone, windowOf(phone.conditions)],
    ...(desktop === undefined ? [] : [[conditionWords.desktop, windowOf(desktop.conditions)] as const]),
    [conditionWords.engine, conditionWords.chromium(version)],
  ];
}

function windowOf({ width, height, downloadMbps, latencyMs }: LoadConditions): string {
  const window = conditionWords.window(width, height);
  if (downloadMbps === undefined || latencyMs === undefined) return window;
  return `${window}, ${conditionWords.line(decimal(downloadMbps, Number.isInteger(downloadMbps) ? 0 : 1), latencyMs)}`;
}

/** What was measured while the page loaded, in words. */
export type LoadingView = NonNullable<ReportView['loading']>;

const loadingWords = audit.report.loading;
const MOST_HOSTS = 6;

/** Undefined where nothing was measured in a browser. */
function loadingView({ browser }: Facts) {
  if (!browser.measured) return undefined;
  const { phone, desktop } = browser;
  return {
    lcpMs: phone.lcpMs,
    rows: MEASURES.map(([label, measure]) => ({
      label,
      phone: measure(phone),
      desktop: desktop && measure(desktop),
    })),
    hosts: hostsOf(phone.hosts),
  };
}

const MEASURES: readonly (readonly [label: string, measure: (load: LoadFacts) => string])[] = [
  [loadingWords.lcp, ({ lcpMs }) => (lcpMs === undefined ? loadingWords.unknown : lcpText(lcpMs))],
  [loadingWords.busy, ({ longTasks }) => seconds(longTasks.totalMs)],
  [loadingWords.cls, ({ cls }) => clsText(cls)],
  [loadingWords.weight, loadWeightText],
  [loadingWords.requests, ({ requests }) => String(requests)],
];

/** The heaviest first; the light ones together. */
function hostsOf(hosts: readonly HostFacts[]) {
  const sorted = hosts.toSorted((a, b) => b.bytes - a.bytes);
  const shown = sorted.length <= MOST_HOSTS ? sorted : sorted.slice(0, MOST_HOSTS - 1);
  const rest = sorted.slice(shown.length);
  const together = rest.length === 0 ? [] : [sumOf(rest)];
  const all = [...shown, ...together];
  const heaviest = Math.max(1, ...all.map(({ bytes }) => bytes));
  return all.map(({ host, bytes, requests, thirdParty }) => ({
    name: host,
    weight: weightText(bytes),
    requests,
    thirdParty,
    share: bytes / heaviest,
  }));
}

function sumOf(hosts: readonly HostFacts[]): HostFacts {
  const sum = (of: (host: HostFacts) => number) => hosts.reduce((total, host) => total + of(host), 0);
  return {
    host: loadingWords.others(hosts.length),
    bytes: sum(({ bytes }) => bytes),
    requests: sum(({ requests }) => requests),
    thirdParty: hosts.every(({ thirdParty }) => thirdParty),
  };
}
