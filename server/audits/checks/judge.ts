import type { Facts } from '../facts/facts.ts';
import { alt, contrast, labels, lang } from './accessibility.ts';
import { type Check, type CheckResult, seenIn } from './check.ts';
import { contact, targets, viewport } from './customers.ts';
import { description, h1, indexable, structuredData, title } from './search.ts';
import { certificate, hsts, https, mixedContent, securityHeaders } from './security.ts';
import { cls, lcp, ttfb, weight } from './speed.ts';
import { cookies, identity, privacy } from './trust.ts';

/** The checks in the report's order, that of `CHECK_IDS`. */
export const CHECKS: readonly Check[] = [
  lcp,
  https,
  certificate,
  contact,
  viewport,
  identity,
  privacy,
  cookies,
  indexable,
  title,
  description,
  h1,
  contrast,
  labels,
  alt,
  lang,
  targets,
  cls,
  ttfb,
  weight,
  mixedContent,
  hsts,
  securityHeaders,
  structuredData,
];

/** What each check says of the facts. After a visit that ended early every check is `not-measured`. */
export function judge(facts: Facts): readonly CheckResult[] {
  const seen = seenIn(facts);
  return CHECKS.map(({ judge: verdictOn, ...check }) => ({
    ...check,
    ...('outcome' in seen ? seen : verdictOn(seen)),
  }));
}
