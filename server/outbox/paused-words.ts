import type { Instant } from '#domain/instant.ts';
import { frenchTime } from '../system/french-time.ts';

/** Tells the operator that the delivery is paused. */
export function pausedWords(since: Instant): string {
  return (
    `L’envoi vers Airtable est en pause depuis le ${frenchTime(since)}\u202f: les contacts sont acceptés et attendent dans la base. ` +
    './oui resume le reprend.'
  );
}
