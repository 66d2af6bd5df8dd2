import type { AuditView } from '#domain/audit.ts';
import type { AuditPictureRow, AuditRow } from '../../store/schema.ts';
import { type Facts, plainFacts } from '../audit-facts.ts';
import { judge } from '../checks/judge.ts';
import { shownHost } from '../hosts.ts';
import { findingsOf, findingsSoFar } from './findings.ts';
import { reasonOf } from './refusal-words.ts';

export type PictureName = Pick<AuditPictureRow, 'name' | 'type'>;

/** What is known beside the row itself. */
export interface Beside {
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
  const results = facts === undefined ? [] : judge(facts);
  const findings = facts ? findingsOf(facts) : state === 'running' && seen ? findingsSoFar(seen) : [];
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
  return facts === null ? undefined : plainFacts(JSON.parse(facts) as Facts);
}

const EXTENSIONS = { 'image/webp': 'webp', 'image/jpeg': 'jpg' } as const;

/** The name under which a picture stands beside the report's page: `phone.webp`. */
export function fileOf({ name, type }: PictureName): string {
  return `${name}.${EXTENSIONS[type]}`;
}
