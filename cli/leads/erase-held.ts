import { erasure as words } from '#content/erasure.ts';
import type { StoredBooking } from '#server/bookings/store/booking.ts';
import { exportFolder, type OldExports, removeOldExports } from '#server/leads/erasure/exports.ts';
import { mirrorErasures } from '#server/leads/erasure/mirror.ts';
import type { OperatorLead } from '#server/leads/operator/operator-lead.ts';
import { UsageError } from '../common/errors.ts';
import type { Answer, Invocation } from './command.ts';
import { confirmed } from './confirmed.ts';
import { listed, rulesFor } from './held-calls.ts';
import { safeText } from './print/safe-text.ts';
import { readableDay, readableTime, swissMidnight } from './print/when.ts';
import { counted } from './print/words.ts';
import { sinceIn } from './since.ts';

/** Throws UsageError unless `--since` or `--before` is given, and no lead. */
export function checkHeld(values: Invocation['values'], references: Invocation['references']): void {
  const { held, before, since } = values;
  if (held !== true || (before === undefined && since === undefined) || references.length > 0)
    throw new UsageError(
      'erase --held attend --before et un jour, ou --since et une heure, et pas de référence.',
    );
  if (typeof before === 'string' && swissMidnight(before) === undefined)
    throw new UsageError(`--before ${safeText(before)}\u202f: attendu un jour, par exemple 2026-11-01.`);
  if (since !== undefined) sinceIn(values, 0);
}

/** Erases the held leads that were received in that time, in short transactions; an interruption undoes none of them. */
export async function eraseHeld(invocation: Invocation): Promise<Answer> {
  const { config, store, values, now } = invocation;
  const sinceMs = values.since === undefined ? 0 : sinceIn(values, now());
  // Until now, so that leads arriving after the confirmation's count are not erased.
  const beforeMs = typeof values.before === 'string' ? (swissMidnight(values.before) ?? 0) : now();
  const when = [
    ...(values.since === undefined ? [] : [`depuis le ${readableTime(sinceMs)}`]),
    ...(typeof values.before === 'string' ? [`avant le ${readableDay(values.before)}`] : []),
  ].join(' et ');
  const found = await store.reader.heldBetween(sinceMs, beforeMs);
  if (found === 0)
    return {
      json: {
        erased: [],
        remoteIds: [],
        callsCancelled: [],
        exports: { deleted: [], left: [] },
        perhapsElsewhere: false,
        scrubbed: false,
      },
      lines: [`Aucun contact retenu n’a été reçu ${when}. Rien n’a été effacé.`],
    };
  const rules = rulesFor(invocation);
  const calls = await rules.store.toComeOfHeldLeads(sinceMs, beforeMs, now());
  await confirmErasing(
    [
      ...listed(calls),
      `Effacer ${counted(found, 'contact retenu reçu', 'contacts retenus reçus')} ${when}${
        calls.length === 0
          ? ''
          : `, et annuler ${counted(calls.length, 'appel réservé', 'appels réservés')} avec eux,`
      }`,
    ].join('\n'),
    invocation,
  );
  const { beganMs } = await store.db
    .selectNoFrom(store.db.engine.instant(now()).as('beganMs'))
    .executeTakeFirstOrThrow();
  const erased: string[] = [];
  const remoteIds: string[] = [];
  /** E-mail addresses that may have a record in Airtable: they were sent before they were held. */
  const perhapsSent = new Set<string>();
  for await (const leads of store.writer.eraseHeld(sinceMs, beforeMs)) {
    erased.push(...leads.map(({ id }) => id));
    remoteIds.push(...leads.flatMap(({ remoteId }) => remoteId ?? []));
    for (const lead of leads) if (mayHaveLeft(lead)) perhapsSent.add(lead.email);
  }
  const cancelled: StoredBooking[] = [];
  const left: StoredBooking[] = [];
  // Without their lead they stay until they are cancelled. One whose lead was let in meanwhile stays as it is.
  for (const call of calls.filter(({ leadId }) => leadId !== null && erased.includes(leadId)))
    ((await rules.bookings.cancelAsAbuse(call.token)).kind === 'done' ? cancelled : left).push(call);
  const scrubbed = await store.scrub();
  try {
    await mirrorErasures(store.db, config.dataDir, now(), beganMs);
  } catch {
    // The server does it at its next round.
  }
  const exports = await oldExports(invocation);
  const perhapsElsewhere = perhapsSent.size > 0;
  const gone = `${counted(erased.length, 'contact retenu effacé', 'contacts retenus effacés')} de la base`;
  const lines = [
    perhapsElsewhere ? `${gone}.` : `${gone}\u202f; aucun n’avait été envoyé.`,
    ...(cancelled.length === 0
      ? []
      : [
          'Appels annulés, dont le visiteur est averti s’il avait reçu un e-mail\u202f:',
          ...listed(cancelled.map((call) => ({ ...call, state: 'cancelled' as const }))),
        ]),
    ...(left.length === 0 ? [] : ['Appels restés, à annuler chez leur service\u202f:', ...listed(left)]),
    ...exports.deleted.map((path) => `Export supprimé\u202f: ${safeText(path)}`),
    ...exports.left.map((path) => safeText(words.outOfReach.exports(path))),
    ...(scrubbed ? [] : [LEFT_IN_FILES[store.engine]]),
    ...(perhapsElsewhere
      ? [
          'Un envoi est peut-être arrivé dans Airtable sans que sa réponse nous parvienne\u202f: le site y cherche et supprime les fiches de ' +
            `${safeText([...perhapsSent].join(', '))}, puis oublie ces adresses. Videz ensuite la corbeille de la base.`,
        ]
      : []),
    'Les sauvegardes faites avant maintenant les contiennent encore, jusqu’à leur remplacement\u202f; après un retour à l’une d’elles, le site les efface de nouveau.',
  ];
  const callsCancelled = cancelled.map(({ id }) => id);
  return { json: { erased, remoteIds, callsCancelled, exports, perhapsElsewhere, scrubbed }, lines };
}

async function oldExports({ config, store }: Invocation): Promise<OldExports> {
  try {
    return await removeOldExports(store.db, config.dataDir);
  } catch {
    // The server, or the next command, does it.
    return { deleted: [], left: [exportFolder(config.dataDir)] };
  }
}

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
function mayHaveLeft({ state, remoteId, unknownOutcome }: OperatorLead): boolean {
  return remoteId === null && (state === 'delivered' || unknownOutcome);
}
