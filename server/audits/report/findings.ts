import { AS_SENT } from '#content/audit-verdicts.ts';
import { type CheckId, type Finding, MOST_FINDINGS, type Outcome } from '#domain/audit.ts';
import type { Facts } from '../audit-facts.ts';
import { judge } from '../checks/judge.ts';
import { openByWorth, remedies } from '../checks/remedies.ts';

/** Of a report: what costs the company most, in words of its loss, and after that what is in order. */
export function findingsOf(facts: Facts): readonly Finding[] {
  const results = judge(facts);
  const chosen = remedies(facts).remedies.map(({ id, consequence }) => ({
    id,
    outcome: results.find((result) => result.id === id)?.outcome ?? 'review',
    sentence: consequence,
  }));
  return [...chosen, ...inOrder(results)].slice(0, MOST_FINDINGS);
}

/** What the server alone decides or says, and its owner understands: a browser finds no other answer to it. */
const OVER_HTTP: readonly CheckId[] = [
  ...(['https', 'certificate', 'indexable', 'ttfb'] as const),
  ...(['title', 'description', 'lang', 'mixed-content'] as const),
];

/** While the site is still looked at: what was seen over HTTP. Nothing that may be found otherwise. */
export function findingsSoFar(facts: Facts): readonly Finding[] {
  const results = judge(facts).filter(
    ({ id, outcome, sentence }) =>
      OVER_HTTP.includes(id) && !sentence.endsWith(AS_SENT) && (id !== 'https' || isSure(facts, outcome)),
  );
  return [...openByWorth(results), ...inOrder(results)]
    .slice(0, MOST_FINDINGS)
    .map(({ id, outcome, sentence }) => ({ id, outcome, sentence }));
}

/** Whether it is known where `http://` leads; without it a certificate that no browser trusts is bad all the same. */
function isSure({ http }: Facts, outcome: Outcome): boolean {
  if (http?.httpLeadsToHttps !== undefined) return true;
  // A chain that is not complete is another thing to say, which the next handshake shows.
  return (
    http?.tls !== undefined && outcome === 'failed' && !/^UNABLE_TO_(VERIFY|GET)/.test(http.tls.error ?? '')
  );
}

function inOrder(results: ReturnType<typeof judge>): readonly Finding[] {
  return results
    .filter(({ outcome }) => outcome === 'ok')
    .map(({ id, outcome, sentence }) => ({ id, outcome, sentence }));
}
