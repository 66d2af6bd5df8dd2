import type { OperatorLead } from '#server/store/operator/operator-lead.ts';
import type { Invocation } from './command.ts';
import { confirmed } from './confirmed.ts';

/** Where the engine's files may hold erased data until they reuse the space. */
export const LEFT_IN_FILES = {
  embedded:
    'Les fichiers de la base en gardent une trace jusqu’à ce que le serveur les ait nettoyés\u202f: la nuit prochaine, entre 3 et 4 heures.',
  postgres:
    'PostgreSQL rend la place au prochain VACUUM (automatique)\u202f; ses archives WAL suivent leur propre durée de conservation.',
} as const;

/** Asks, unless `--yes` was given. Throws CommandFailed unless the answer is yes. */
export function confirmErasing(
  question: string,
  invocation: Pick<Invocation, 'values' | 'ask'>,
): Promise<void> {
  return confirmed(`${question} pour toujours`, 'Rien n’a été effacé.', invocation);
}

/** Whether Airtable may hold a record of the lead whose id is not known here. */
export function mayHaveLeft({ state, remoteId, unknownOutcome, leaseUntil }: OperatorLead): boolean {
  return remoteId === null && (state === 'delivered' || unknownOutcome || leaseUntil !== null);
}
