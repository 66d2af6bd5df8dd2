import type { OperatorLead } from '#server/store/operator/operator-lead.ts';
import type { OperatorReader } from '#server/store/operator/operator-reader.ts';
import { CommandFailed, UsageError } from '../common/errors.ts';
import { safeText } from './print/safe-text.ts';

/** The length of the ids that `list` shows; shorter beginnings are not accepted. */
const SHORTEST_PREFIX = 8;
const ID_PREFIX = /^[0-9a-f-]+$/;

export function shortId(id: string): string {
  return id.slice(0, SHORTEST_PREFIX);
}

/**
 * The leads that a reference names: all of an e-mail address, or the one whose id begins with it.
 * @returns an empty list when there is none
 * @throws CommandFailed when several ids begin with it
 */
export async function find(reader: OperatorReader, reference: string): Promise<OperatorLead[]> {
  if (reference.includes('@')) return reader.byEmail(reference);
  const prefix = reference.toLowerCase();
  if (!ID_PREFIX.test(prefix) || prefix.length < SHORTEST_PREFIX) {
    throw new UsageError(
      `«\u202f${safeText(reference)}\u202f» n’est ni une adresse e-mail ni une référence (au moins ses ${SHORTEST_PREFIX} premiers caractères, comme list les montre).`,
    );
  }
  const leads = await reader.byIdPrefix(prefix);
  if (leads.length < 2) return leads;
  throw new CommandFailed(
    `«\u202f${prefix}\u202f» désigne ${leads.length} contacts. Rien n’a été changé. Donnez une référence plus longue\u202f: ${leads.map(({ id }) => id).join(', ')}.`,
  );
}

export interface Found {
  readonly leads: readonly OperatorLead[];
  readonly missing: readonly string[];
}

/** The same for several references; each lead once. */
export async function findAll(reader: OperatorReader, references: readonly string[]): Promise<Found> {
  const leads = new Map<string, OperatorLead>();
  const missing: string[] = [];
  for (const reference of references) {
    const found = await find(reader, reference);
    if (found.length === 0) missing.push(reference);
    for (const lead of found) leads.set(lead.id, lead);
  }
  return { leads: [...leads.values()], missing };
}

/** The line about references that name no lead. */
export function missingLine(missing: readonly string[]): string {
  return `Aucun contact ne correspond à ${missing.map((reference) => `«\u202f${safeText(reference)}\u202f»`).join(', ')}.`;
}
