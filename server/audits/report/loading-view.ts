import { clsText, lcpText, loadWeightText, seconds, weightText } from '#content/audit-figures.ts';
import { audit } from '#content/pages/audit.ts';
import type { Facts, HostFacts, LoadFacts } from '../audit-facts.ts';

/** One measure of a page load, in words. */
export interface LoadingRow {
  readonly label: string;
  readonly phone: string;
  /** Absent where the page was not opened on a desktop. */
  readonly desktop?: string;
}

export interface HostView {
  readonly name: string;
  /** `1,8 Mo`. */
  readonly weight: string;
  readonly requests: number;
  readonly thirdParty: boolean;
  /** Of the heaviest host: 0 to 1. */
  readonly share: number;
}

/** What was measured while the page loaded; absent from a report without a browser. */
export interface LoadingView {
  /** Milliseconds until the main content was there, on the phone. */
  readonly lcpMs?: number;
  readonly rows: readonly LoadingRow[];
  /** On the phone, the heaviest first; the light ones together. */
  readonly hosts: readonly HostView[];
}

const words = audit.report.loading;
const MOST_HOSTS = 6;

export function loadingView({ browser }: Facts): LoadingView | undefined {
  if (!browser.measured) return undefined;
  const { phone, desktop } = browser;
  return {
    ...(phone.lcpMs !== undefined && { lcpMs: phone.lcpMs }),
    rows: MEASURES.map(([label, measure]) => ({
      label,
      phone: measure(phone),
      ...(desktop && { desktop: measure(desktop) }),
    })),
    hosts: hostsOf(phone.hosts),
  };
}

const MEASURES: readonly (readonly [label: string, measure: (load: LoadFacts) => string])[] = [
  [words.lcp, ({ lcpMs }) => (lcpMs === undefined ? words.unknown : lcpText(lcpMs))],
  [words.busy, ({ longTasks }) => seconds(longTasks.totalMs)],
  [words.cls, ({ cls }) => clsText(cls)],
  [words.weight, loadWeightText],
  [words.requests, ({ requests }) => String(requests)],
];

function hostsOf(hosts: readonly HostFacts[]): HostView[] {
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
    host: words.others(hosts.length),
    bytes: sum(({ bytes }) => bytes),
    requests: sum(({ requests }) => requests),
    thirdParty: hosts.every(({ thirdParty }) => thirdParty),
  };
}
