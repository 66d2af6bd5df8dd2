import { CHECK_WORDS } from '#content/audit-checks.ts';
import { VERDICT } from '#content/audit-verdicts.ts';
import { type CheckId, type Effort, MOST_FINDINGS } from '#domain/audit.ts';
import type { Facts } from '../audit-facts.ts';
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
  /** What the worst point costs the company, or that nothing is open; one sentence. */
  readonly headline: string;
  /** How many points are in order, one sentence; empty where the headline says it. */
  readonly tally: string;
  /** At most three, the most worthwhile first. */
  readonly remedies: readonly Remedy[];
  readonly passed: number;
  /** Checks with a verdict: passed, failed or to be looked at. */
  readonly controlled: number;
}

/** What is quickly mended comes before what matters as much and takes longer. */
const EASE: Readonly<Record<Effort, number>> = { hour: 1, day: 0.85, project: 0.7 };
/** Something that has to be looked at may turn out to be in order. */
const CERTAINTY = { failed: 1, review: 0.4 };

/** The most worthwhile things to do, and the report's one sentence. */
export function remedies(facts: Facts): Remedies {
  const results = judge(facts);
  const passed = results.filter(({ outcome }) => outcome === 'ok').length;
  const open = openByWorth(results);
  const chosen = open.slice(0, MOST_FINDINGS).map(({ id, sentence, effort, remedy, loss }) => ({
    id,
    remedy,
    consequence: loss ?? CHECK_WORDS[id].loss,
    evidence: sentence,
    effort,
  }));
  const controlled = passed + open.length;
  const [worst] = chosen;
  return {
    headline: worst?.consequence ?? (controlled === 0 ? VERDICT.nothing : VERDICT.allGood(passed)),
    tally: worst === undefined ? '' : VERDICT.tally(passed, controlled),
    remedies: chosen,
    passed,
    controlled,
  };
}

/** What is not met or has to be looked at, the most worthwhile first, each with what there is to do. */
export function openByWorth(results: readonly CheckResult[]): readonly (Open & Pick<Remedy, 'remedy'>)[] {
  return results
    .filter(isOpen)
    .sort((a, b) => worth(b) - worth(a))
    .map((open) => ({ ...open, remedy: open.remedy ?? CHECK_WORDS[open.id].remedy }));
}

type Open = CheckResult & { readonly outcome: 'failed' | 'review' };

function isOpen(result: CheckResult): result is Open {
  return result.outcome === 'failed' || result.outcome === 'review';
}

function worth({ weight, effort, outcome }: Open): number {
  return weight * EASE[effort] * CERTAINTY[outcome];
}
