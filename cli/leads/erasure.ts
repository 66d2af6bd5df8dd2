import type { OperatorLead } from '#server/store/operator/operator-lead.ts';
import { CommandFailed } from '../common/errors.ts';

/** Where the engine's files may hold erased data until they reuse the space. */
export const LEFT_IN_FILES = {
  embedded:
    'Le journal de la base (leads.sqlite-wal) en garde une trace jusqu’à ce que le serveur, qui le lit, l’ait vidé\u202f: au plus tard à son arrêt.',
  postgres:
    'PostgreSQL rend la place au prochain VACUUM (automatique)\u202f; ses archives WAL suivent leur propre durée de conservation.',
} as const;

export function notErased(): CommandFailed {
  return new CommandFailed('\nRien n’a été effacé. Répondez «\u202foui\u202f», ou relancez avec --yes.');
}

/** Whether Airtable may hold a record of the lead whose id is not known here. */
export function mayHaveLeft({ state, remoteId, unknownOutcome, leaseUntil }: OperatorLead): boolean {
  return remoteId === null && (state === 'delivered' || unknownOutcome || leaseUntil !== null);
}
