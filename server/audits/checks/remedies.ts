import { CONSEQUENCES, VERDICT, WHAT_TO_DO } from '#content/audit-checks.ts';
import type { CheckId, Effort } from '#domain/audit.ts';
import type { Facts } from '../facts/facts.ts';
import type { CheckResult } from './check.ts';
import { judge } from './judge.ts';

/** Something that is worth mending first. */
export interface Remedy {
  readonly id: CheckId;
  /** What to do; French, one sentence, as are the next two. */
  readonly remedy: string;
  readonly consequence: string;
  readonly evidence: string;
  readonly effort: Effort;
}

export interface Remedies {
  /** One sentence above the report. */
  readonly verdict: string;
  /** At most three, the most worthwhile first. */
  readonly remedies: readonly Remedy[];
  readonly passed: number;
  /** Checks with a verdict: passed, failed or to be looked at. */
  readonly controlled: number;
}

const MOST = 3;
/** What is quickly mended comes before what matters as much and takes longer. */
const EASE: Readonly<Record<Effort, number>> = { hour: 1, day: 0.85, project: 0.7 };
/** Something that has to be looked at may turn out to be in order. */
const CERTAINTY = { failed: 1, review: 0.4 };

/** The most worthwhile things to do, and the report's one sentence. */
export function remedies(facts: Facts): Remedies {
  const results = judge(facts);
  const passed = results.filter(({ outcome }) => outcome === 'ok').length;
  const open = openByWorth(results);
  const chosen = open.slice(0, MOST).map(({ id, sentence, effort, remedy }) => ({
    id,
    remedy,
    consequence: CONSEQUENCES[id],
    evidence: sentence,
    effort,
  }));
  const controlled = passed + open.length;
  return { verdict: verdictOf(passed, controlled, chosen[0]), remedies: chosen, passed, controlled };
}

/** What is not met or has to be looked at, the most worthwhile first, each with what there is to do. */
export function openByWorth(results: readonly CheckResult[]): readonly (Open & Pick<Remedy, 'remedy'>)[] {
  return results
    .filter(isOpen)
    .sort((a, b) => worth(b) - worth(a))
    .map((open) => ({ ...open, remedy: open.remedy ?? WHAT_TO_DO[open.id] }));
}

function verdictOf(passed: number, controlled: number, first: Remedy | undefined): string {
  if (controlled === 0) return VERDICT.nothing;
  if (first === undefined) return VERDICT.allGood(passed);
  return VERDICT.some(passed, controlled, `${first.remedy.charAt(0).toLowerCase()}${first.remedy.slice(1)}`);
}

type Open = CheckResult & { readonly outcome: 'failed' | 'review' };

function isOpen(result: CheckResult): result is Open {
  return result.outcome === 'failed' || result.outcome === 'review';
}

function worth({ weight, effort, outcome }: Open): number {
  return weight * EASE[effort] * CERTAINTY[outcome];
}
