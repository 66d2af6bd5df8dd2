import type { OperatorLead } from '#server/leads/operator/operator-lead.ts';
import type { OperatorReader } from '#server/leads/operator/operator-reader.ts';
import { CommandFailed, UsageError } from './command-errors.ts';
import { safeText } from './print.ts';

/** The length of the ids that `list` shows; shorter beginnings are not accepted. */
const SHORTEST_PREFIX = 8;
const ID_PREFIX = /^[0-9a-f-]+$/;

/** How many people are listed to choose from. */
const MOST_NAMESAKES = 20;

/** Whether a text can only be an e-mail address or the beginning of an id. */
function isReference(text: string): boolean {
  return text.includes('@') || (text.length >= SHORTEST_PREFIX && ID_PREFIX.test(text.toLowerCase()));
}

export function shortId(id: string): string {
  return id.slice(0, SHORTEST_PREFIX);
}

/**
 * The leads that a reference names: all of an e-mail address, or the one whose id begins with it.
 * @returns an empty list when there is none
 * @throws CommandFailed when several ids begin with it
 */
export async function findLeads(reader: OperatorReader, reference: string): Promise<OperatorLead[]> {
  if (reference.includes('@')) return reader.byEmail(reference);
  const prefix = reference.toLowerCase();
  if (!isReference(reference)) {
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

/**
 * The leads of one person, whom a part of the name is enough to name.
 * @throws CommandFailed with those it may be, when it fits people with several e-mail addresses
 */
export async function findPerson(reader: OperatorReader, reference: string): Promise<OperatorLead[]> {
  if (isReference(reference)) return findLeads(reader, reference);
  const leads = await reader.byName(reference);
  const people = new Map(leads.map((lead) => [lead.email.toLowerCase(), lead]));
  if (people.size < 2) return leads;
  const lines = [...people.values()]
    .slice(0, MOST_NAMESAKES)
    .map(({ name, email }) => `  ${safeText(name)}  ${safeText(email)}`);
  throw new CommandFailed(
    `«\u202f${safeText(reference)}\u202f» se trouve dans le nom de ${people.size} personnes. Donnez l’adresse e-mail\u202f:\n${lines.join('\n')}`,
  );
}

/** The same for several references; each lead once. */
export async function findAllLeads(
  reader: OperatorReader,
  references: readonly string[],
): Promise<{ leads: OperatorLead[]; missing: string[] }> {
  const leads = new Map<string, OperatorLead>();
  const missing: string[] = [];
  for (const reference of references) {
    const found = await findLeads(reader, reference);
    if (found.length === 0) missing.push(reference);
    for (const lead of found) leads.set(lead.id, lead);
  }
  return { leads: [...leads.values()], missing };
}

/** The line about references that name no lead. */
export function missingLine(missing: readonly string[]): string {
  return `Aucun contact ne correspond à ${missing.map((reference) => `«\u202f${safeText(reference)}\u202f»`).join(', ')}.`;
}
