import { BROWSER_MISSING, VISIT_ENDED } from '#content/audit.ts';
import { AS_SENT, UNREADABLE } from '#content/audit-checks.ts';
import type { CheckId, CheckOutcome, CheckView, Effort, Theme } from '#domain/audit.ts';
import { FACTS_VERSION, type Facts, type HttpFacts, type LoadFacts, type PageFacts } from '../audit-facts.ts';

/** One of the points of an audit: a pure function over facts. Its words are in content/audit-checks.ts. */
export interface Check {
  /** What counts as met, in French. */
  readonly threshold: string;
  /** Where that comes from. */
  readonly source: { readonly name: string; readonly url: string };
  /** What it matters to the business: 1 to 10. */
  readonly weight: number;
  readonly effort: Effort;
  /** Called only for a page that was seen. */
  readonly judge: (seen: Seen) => Verdict;
}

/** A check, and what it says of the facts. */
export type CheckResult = { readonly id: CheckId; readonly theme: Theme } & Omit<Check, 'judge'> & Verdict;

export interface Verdict extends Pick<CheckView, 'outcome' | 'sentence' | 'evidence'> {
  /** What there is to do, in one sentence, where it is less than what the check asks for as a whole. */
  readonly remedy?: string;
  /** What it costs the company, in one sentence, where it is less than what the check is about as a whole. */
  readonly loss?: string;
}

export interface Seen {
  readonly facts: Facts;
  readonly http: HttpFacts;
}

export function verdict(
  outcome: CheckOutcome,
  sentence: string,
  evidence = '',
  only: string | Pick<Verdict, 'remedy' | 'loss'> = {},
): Verdict {
  return { outcome, sentence, evidence, ...(typeof only === 'string' ? { remedy: only } : only) };
}

/** What a check needs of the facts, or what is said of facts that cannot be judged at all. */
export function seenIn(facts: Facts): Seen | Verdict {
  if (facts.version !== FACTS_VERSION) return verdict('not-measured', UNREADABLE.version);
  const { end } = facts.visit;
  if (end !== 'seen') return verdict('not-measured', VISIT_ENDED[end]);
  return facts.http === undefined ? verdict('not-measured', UNREADABLE.unread) : { facts, http: facts.http };
}

/** `judge` over the phone's load, or why it was not measured. */
export function onPhone({ facts }: Seen, judge: (phone: LoadFacts) => Verdict): Verdict {
  const { browser } = facts;
  return browser.measured ? judge(browser.phone) : verdict('not-measured', BROWSER_MISSING[browser.why]);
}

/**
 * `judge` over what stands in the page, or why that could not be read. A page that was read as sent, without a browser,
 * is never red: a script may still add what is missing.
 */
export function inPage({ facts }: Seen, judge: (page: PageFacts) => Verdict): Verdict {
  const { page } = facts;
  if (page === undefined) return verdict('not-measured', UNREADABLE.unread);
  if (page.shell) return verdict('not-measured', UNREADABLE.shell);
  const judged = judge(page);
  if (page.rendered || judged.outcome !== 'failed') return judged;
  return { ...judged, outcome: 'review', sentence: `${judged.sentence} ${AS_SENT}` };
}
