import { frenchTime } from '../system/french-time.ts';

/** Tells the operator that the delivery is paused. @param since milliseconds since the epoch */
export function pausedWords(since: number): string {
  return (
    `L’envoi vers Airtable est en pause depuis le ${frenchTime(since)}\u202f: les contacts sont acceptés et attendent dans la base. ` +
    './oui resume le reprend.'
  );
}
