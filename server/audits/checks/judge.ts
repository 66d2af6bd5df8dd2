import { CHECK_IDS, type CheckId } from '#domain/audit.ts';
import type { Facts } from '../audit-facts.ts';
import { accessibility } from './accessibility.ts';
import { type Check, type CheckResult, seenIn } from './check.ts';
import { customers } from './customers.ts';
import { search } from './search.ts';
import { security } from './security.ts';
import { speed } from './speed.ts';
import { trust } from './trust.ts';

const CHECKS: Readonly<Record<CheckId, Check>> = {
  ...speed,
  ...customers,
  ...trust,
  ...security,
  ...search,
  ...accessibility,
};

/** What each check says of the facts, in the report's order. After a visit that ended early each is `not-measured`. */
export function judge(facts: Facts): readonly CheckResult[] {
  const seen = seenIn(facts);
  return CHECK_IDS.map((id) => {
    const { judge: verdictOn, ...check } = CHECKS[id];
    return { id, ...check, ...('outcome' in seen ? seen : verdictOn(seen)) };
  });
}
