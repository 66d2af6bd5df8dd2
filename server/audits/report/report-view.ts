import { BROWSER_MISSING, EFFORT_LABELS, OUTCOME_LABELS, THEME_LABELS } from '#content/audit.ts';
import { CHECK_WORDS } from '#content/audit-checks.ts';
import { decimal } from '#content/audit-figures.ts';
import { audit } from '#content/pages/audit.ts';
import { type Outcome, THEMES, type Theme } from '#domain/audit.ts';
import type { Instant } from '#domain/instant.ts';
import type { BrowserFacts, Conditions, Facts } from '../audit-facts.ts';
import type { CheckResult } from '../checks/check.ts';
import { judge } from '../checks/judge.ts';
import { remedies } from '../checks/remedies.ts';
import { shownHost } from '../hosts.ts';
import { type Fix, fixesOf } from './fixes.ts';
import { type LoadingView, loadingView } from './loading-view.ts';

export interface ReportLine
  extends Pick<CheckResult, 'id' | 'outcome' | 'sentence' | 'evidence' | 'threshold' | 'source'> {
  readonly title: string;
  readonly label: string;
}

export interface ReportRemedy {
  readonly title: string;
  readonly remedy: string;
  readonly consequence: string;
  readonly evidence: string;
  readonly effort: string;
}

/** Everything that a report shows, in words; how it looks is the page's. */
export interface ReportView {
  /** Host of the page that was visited, in its own letters. */
  readonly host: string;
  readonly headline: string;
  /** Empty where the headline says it. */
  readonly tally: string;
  /** Absent where nothing was measured in a browser. */
  readonly loading?: LoadingView;
  readonly remedies: readonly ReportRemedy[];
  readonly passed: number;
  readonly controlled: number;
  readonly themes: readonly {
    readonly theme: Theme;
    readonly label: string;
    readonly lines: readonly ReportLine[];
  }[];
  /** Every point that is not met, for whoever looks after the site. */
  readonly fixes: readonly Fix[];
  readonly conditions: readonly Condition[];
  readonly measuredAt: Instant;
}

type Condition = readonly [name: string, value: string];

const words = audit.report.conditions;

/** What a report says, out of nothing but the facts. */
export function reportView(facts: Facts): ReportView {
  const results = judge(facts);
  const { headline, tally, remedies: chosen, passed, controlled } = remedies(facts);
  const loading = loadingView(facts);
  const { deadName } = facts.visit;
  return {
    host: shownHost(facts.url),
    headline,
    tally: [tally, ...(deadName === undefined ? [] : [audit.report.deadName(deadName)])].join(' ').trim(),
    ...(loading && { loading }),
    remedies: chosen.map(({ id, effort, ...remedy }) => ({
      title: CHECK_WORDS[id].label,
      ...remedy,
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
const ATTENTION: readonly Outcome[] = ['failed', 'review', 'ok', 'not-measured', 'not-applicable'];

function byAttention(a: CheckResult, b: CheckResult): number {
  return ATTENTION.indexOf(a.outcome) - ATTENTION.indexOf(b.outcome);
}

function lineOf({ id, outcome, sentence, evidence, threshold, source }: CheckResult): ReportLine {
  const title = CHECK_WORDS[id].label;
  return { id, outcome, sentence, evidence, threshold, source, title, label: OUTCOME_LABELS[outcome] };
}

function conditionsOf({ asked, url, visit, browser }: Facts): Condition[] {
  return [
    ...(asked === url ? [] : [[words.asked, asked] as const]),
    [words.visited, url],
    ...(visit.elsewhere === undefined ? [] : [[words.elsewhere, visit.elsewhere] as const]),
    ...browserConditions(browser),
  ];
}

function browserConditions(browser: BrowserFacts): Condition[] {
  if (!browser.measured) return [[words.noBrowser, BROWSER_MISSING[browser.why]]];
  const { phone, desktop, version } = browser;
  return [
    [words.phone, windowOf(phone.conditions)],
    ...(desktop === undefined ? [] : [[words.desktop, windowOf(desktop.conditions)] as const]),
    [words.engine, words.chromium(version)],
  ];
}

function windowOf({ width, height, downloadMbps, latencyMs }: Conditions): string {
  const window = words.window(width, height);
  if (downloadMbps === undefined || latencyMs === undefined) return window;
  return `${window}, ${words.line(decimal(downloadMbps, Number.isInteger(downloadMbps) ? 0 : 1), latencyMs)}`;
}
