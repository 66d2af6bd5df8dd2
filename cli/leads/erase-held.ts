import { UsageError } from '../common/errors.ts';
import type { Invocation } from './command.ts';
import { LEFT_IN_FILES, mayHaveLeft, notErased } from './erasure.ts';
import { safeText } from './print/safe-text.ts';
import { readableDay, swissMidnight } from './print/when.ts';
import { counted } from './print/words.ts';

/** Throws UsageError unless a day is given, and nobody by name. */
export function checkHeld(
  values: Invocation['values'],
  references: Invocation['references'],
): asserts values is Invocation['values'] & { before: string } {
  const { held, before } = values;
  if (held !== true || typeof before !== 'string' || references.length > 0)
    throw new UsageError('erase --held attend --before et un jour, et pas de référence.');
  if (swissMidnight(before) === undefined)
    throw new UsageError(`--before ${safeText(before)}\u202f: attendu un jour, par exemple 2026-11-01.`);
}

/** Removes what was held before a day began in Switzerland, in short transactions; broken off, what was removed stays so. */
export async function eraseHeld({
  store,
  output,
  json,
  values,
  references,
  ask,
}: Invocation): Promise<number> {
  checkHeld(values, references);
  const { before } = values;
  const beforeMs = swissMidnight(before) ?? 0;
  const day = readableDay(before);
  const found = await store.reader.heldBefore(beforeMs);
  if (found === 0 && !json) {
    output.line(`Aucun contact retenu n’a été reçu avant le ${day}. Rien n’a été effacé.`);
    return 0;
  }
  const question = `Effacer ${counted(found, 'contact retenu reçu', 'contacts retenus reçus')} avant le ${day} pour toujours\u202f? (oui/non) `;
  if (found > 0 && values.yes !== true && (await ask(question)).trim().toLowerCase() !== 'oui')
    throw notErased();
  const erased: string[] = [];
  const remoteIds: string[] = [];
  let perhapsElsewhere = false;
  for await (const leads of store.writer.eraseHeld(beforeMs)) {
    erased.push(...leads.map(({ id }) => id));
    remoteIds.push(...leads.flatMap(({ remoteId }) => remoteId ?? []));
    perhapsElsewhere ||= leads.some(mayHaveLeft);
  }
  const scrubbed = await store.scrub();
  if (json) {
    output.json({ erased, remoteIds, perhapsElsewhere, scrubbed });
    return 0;
  }
  const lines = [
    `${counted(erased.length, 'contact retenu effacé', 'contacts retenus effacés')} de la base\u202f; aucun n’avait été envoyé.`,
    ...(scrubbed ? [] : [LEFT_IN_FILES[store.engine]]),
    `Reste à faire\u202f: les sauvegardes faites avant maintenant les contiennent encore. Refaites-y la même commande, ou supprimez-les.`,
  ];
  for (const line of lines) output.line(line);
  return 0;
}
