import { GUESS_ENDED, VISIT_ENDED } from '#content/audit.ts';
import { AS_SENT } from '#content/audit-checks.ts';
import { audit } from '#content/pages/audit.ts';
import {
  type AuditFinding,
  type AuditRefusal,
  type AuditView,
  type CheckId,
  type CheckOutcome,
  MOST_FINDINGS,
} from '#domain/audit.ts';
import type { AuditPictureRow, AuditRow } from '../../store/schema.ts';
import { type Facts, printableFacts } from '../audit-facts.ts';
import type { CheckResult } from '../checks/check.ts';
import { judgeFacts, openPoints } from '../checks/judge-facts.ts';
import { shownHost } from '../hosts.ts';

type PictureName = Pick<AuditPictureRow, 'name' | 'type'>;

/** What is known beside the row itself. */
interface Beside {
  readonly pictures: readonly PictureName[];
  /** In about how many seconds it begins; only of one that waits. */
  readonly waitSeconds?: number | undefined;
  /** Whether the address was made of an e-mail: nobody may have chosen it. Only of one that was refused. */
  readonly guessed?: boolean | undefined;
}

/** What the API says of an audit. */
export function auditView(row: AuditRow, { pictures, waitSeconds, guessed = false }: Beside): AuditView {
  const { state, step, refusal, measured_at } = row;
  const seen = factsOf(row);
  const facts = state === 'done' ? seen : undefined;
  const results = facts === undefined ? [] : judgeFacts(facts);
  const findings = facts ? findingsOf(results) : state === 'running' && seen ? findingsSoFar(seen) : [];
  const url = facts?.url ?? row.url;
  return {
    state,
    ...(state === 'running' && step !== null && { step }),
    url,
    host: shownHost(url),
    ...(refusal !== null && { reason: reasonOf(refusal, guessed ? shownHost(row.url) : undefined) }),
    ...(refusal === 'elsewhere' && seen?.visit.elsewhere && { leadsTo: seen.visit.elsewhere }),
    ...(state === 'waiting' && waitSeconds !== undefined && { waitSeconds }),
    pictures: pictures.map(fileOf),
    ...(measured_at !== null && { measuredAt: new Date(measured_at).toISOString() }),
    findings,
    checks: results.map(({ id, outcome, sentence, evidence }) => ({ id, outcome, sentence, evidence })),
    notMeasured: results
      .filter(({ outcome }) => outcome === 'not-measured')
      .map(({ id, sentence }) => ({ id, sentence })),
  };
}

/** The facts of an audit, of whatever version, safe to be shown; undefined where none were gathered. */
export function factsOf({ facts }: Pick<AuditRow, 'facts'>): Facts | undefined {
  return facts === null ? undefined : printableFacts(JSON.parse(facts) as Facts);
}

const EXTENSIONS = { 'image/webp': 'webp', 'image/jpeg': 'jpg' } as const;

/** The name under which a picture stands beside the report's page: `phone.webp`. */
export function fileOf({ name, type }: PictureName): string {
  return `${name}.${EXTENSIONS[type]}`;
}

/** Of a report: what costs the company most, in words of its loss, and after that what is in order. */
function findingsOf(results: readonly CheckResult[]): readonly AuditFinding[] {
  const losses = openPoints(results).map((point) => ({ ...point, sentence: point.loss }));
  return firstFindings([...losses, ...results.filter(isInOrder)]);
}

/** What the server alone decides or says, and its owner understands: a browser finds no other answer to it. */
const OVER_HTTP: readonly CheckId[] = [
  ...(['https', 'certificate', 'indexable', 'ttfb'] as const),
  ...(['title', 'description', 'lang', 'mixed-content'] as const),
];

/** While the site is still looked at: what was seen over HTTP. Nothing that may be found otherwise. */
export function findingsSoFar(facts: Facts): readonly AuditFinding[] {
  const results = judgeFacts(facts).filter(
    ({ id, outcome, sentence }) =>
      OVER_HTTP.includes(id) && !sentence.endsWith(AS_SENT) && (id !== 'https' || isSure(facts, outcome)),
  );
  return firstFindings([...openPoints(results), ...results.filter(isInOrder)]);
}

/** Whether it is known where `http://` leads; without it a certificate that no browser trusts is bad all the same. */
function isSure({ http }: Facts, outcome: CheckOutcome): boolean {
  if (http?.httpLeadsToHttps !== undefined) return true;
  // A chain that is not complete is another thing to say, which the next handshake shows.
  return (
    http?.tls !== undefined && outcome === 'failed' && !/^UNABLE_TO_(VERIFY|GET)/.test(http.tls.error ?? '')
  );
}

function isInOrder({ outcome }: AuditFinding): boolean {
  return outcome === 'ok';
}

function firstFindings(findings: readonly AuditFinding[]): readonly AuditFinding[] {
  return findings.slice(0, MOST_FINDINGS).map(({ id, outcome, sentence }) => ({ id, outcome, sentence }));
}

const NO_SITE: Partial<Record<AuditRefusal, (host: string) => string>> = GUESS_ENDED;

/**
 * French, one sentence: why there is no report.
 * @param guess the host, where it was made of an e-mail: then no site there is nobody's mistake
 */
export function reasonOf(refusal: AuditRefusal, guess?: string): string {
  const ofGuess = guess === undefined ? undefined : NO_SITE[refusal]?.(guess);
  return ofGuess ?? { ...VISIT_ENDED, ...audit.refused.why }[refusal];
}
