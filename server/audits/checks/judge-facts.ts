import { CHECK_WORDS, VERDICT } from '#content/audit-checks.ts';
import {
  CHECK_IDS,
  type CheckId,
  type CheckOutcome,
  type Effort,
  MOST_FINDINGS,
  type Theme,
} from '#domain/audit.ts';
import type { Facts } from '../audit-facts.ts';
import { accessibilityChecks } from './accessibility-checks.ts';
import { type Check, type CheckResult, seenIn } from './check.ts';
import { customerChecks } from './customer-checks.ts';
import { searchChecks } from './search-checks.ts';
import { securityChecks } from './security-checks.ts';
import { speedChecks } from './speed-checks.ts';
import { trustChecks } from './trust-checks.ts';

const CHECKS: Readonly<Record<CheckId, ThemedCheck>> = {
  ...ofTheme('speed', speedChecks),
  ...ofTheme('customers', customerChecks),
  ...ofTheme('trust', trustChecks),
  ...ofTheme('security', securityChecks),
  ...ofTheme('search', searchChecks),
  ...ofTheme('accessibility', accessibilityChecks),
};

type ThemedCheck = { readonly theme: Theme } & Check;

function ofTheme<Id extends CheckId>(theme: Theme, checks: Readonly<Record<Id, Check>>) {
  const themed = Object.entries<Check>(checks).map(([id, check]) => [id, { theme, ...check }]);
  return Object.fromEntries(themed) as Readonly<Record<Id, ThemedCheck>>;
}

/** What each check says of the facts, in the report's order. After a visit that ended early each is `not-measured`. */
export function judgeFacts(facts: Facts): readonly CheckResult[] {
  const seen = seenIn(facts);
  return CHECK_IDS.map((id) => {
    const { judge: verdictOn, ...check } = CHECKS[id];
    return { id, ...check, ...('outcome' in seen ? seen : verdictOn(seen)) };
  });
}

/** What is not met or has to be looked at; what there is to do, and what it costs the company, are a sentence each. */
type OpenPoint = CheckResult & Required<Pick<CheckResult, 'remedy' | 'loss'>>;

/** What is quickly mended comes before what matters as much and takes longer. */
const EASE: Readonly<Record<Effort, number>> = { hour: 1, day: 0.85, project: 0.7 };
/** Something that has to be looked at may turn out to be in order. */
const CERTAINTY: Readonly<Partial<Record<CheckOutcome, number>>> = { failed: 1, review: 0.4 };

/** The open points, the most worthwhile first. */
export function openPoints(results: readonly CheckResult[]): readonly OpenPoint[] {
  const worth = ({ weight, effort, outcome }: CheckResult) =>
    weight * EASE[effort] * (CERTAINTY[outcome] ?? 0);
  return results
    .filter(({ outcome }) => CERTAINTY[outcome] !== undefined)
    .sort((a, b) => worth(b) - worth(a))
    .map((point) => {
      const { remedy, loss } = CHECK_WORDS[point.id];
      return { remedy, loss, ...point };
    });
}

/** What heads a report: what the worst point costs the company or that nothing is open, how many points are in order, the first remedies. */
export function summaryOf(results: readonly CheckResult[]) {
  const open = openPoints(results);
  const passed = results.filter(({ outcome }) => outcome === 'ok').length;
  const controlled = passed + open.length;
  const [worst] = open;
  return {
    headline: worst?.loss ?? (controlled === 0 ? VERDICT.nothing : VERDICT.allGood(passed)),
    /** Empty where the headline says it. */
    tally: worst === undefined ? '' : VERDICT.tally(passed, controlled),
    remedies: open.slice(0, MOST_FINDINGS),
    passed,
    /** Checks with a verdict: passed, failed or to be looked at. */
    controlled,
  };
}
