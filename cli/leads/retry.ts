import { pausedWords } from '#server/outbox/paused-words.ts';
import { deliveryPausedSince } from '#server/store/conditions.ts';
import { UsageError } from '../common/errors.ts';
import type { Command, Invocation } from './command.ts';
import { findAll, missingLine } from './find.ts';
import { counted } from './print/words.ts';
import { checkGone, retryGone } from './retry-gone.ts';

export const retry: Command = {
  usage:
    'retry <référence ou e-mail…> | --refused | --all | --gone (<référence ou e-mail…> | --all) [--leave]',
  summary:
    'réessaie maintenant au lieu d’attendre l’heure prévue\u202f; --gone fait créer à nouveau une fiche introuvable chez Airtable, --leave la laisse supprimée',
  options: {
    refused: { type: 'boolean' },
    all: { type: 'boolean' },
    gone: { type: 'boolean' },
    leave: { type: 'boolean' },
  },
  check(given) {
    const { values, references } = given;
    if (values.gone === true) return checkGone(given);
    if (values.leave === true) throw new UsageError('--leave va avec --gone.');
    const ways = [references.length > 0, values.refused === true, values.all === true].filter(Boolean);
    if (ways.length !== 1) throw new UsageError('retry attend des références, ou --refused, ou --all.');
  },
  async run(invocation) {
    const { store, values, references } = invocation;
    if (values.gone) return retryGone(invocation, () => whatFollows(invocation));
    const { leads, missing } = await findAll(store.reader, references);
    const held = leads.filter(({ state }) => state === 'held').map(({ id }) => id);
    const delivered = leads.filter(({ state }) => state === 'delivered').map(({ id }) => id);
    const { makeDue, makeRefusedDue, makeAllDue } = store.writer;
    const everyOne = values.refused ? makeRefusedDue : values.all ? makeAllDue : undefined;
    const due = await (everyOne?.() ?? makeDue(leads.map(({ id }) => id)));
    const all = values.refused || values.all;
    const statuses = await store.writer.makeRecordsDue(all ? undefined : leads.map(({ id }) => id));
    const code = missing.length > 0 ? 1 : 0;
    const lines = [`${counted(due.length, 'contact à envoyer', 'contacts à envoyer')} maintenant.`];
    if (statuses.length > 0)
      lines.push(
        `${counted(statuses.length, 'fiche à mettre à jour', 'fiches à mettre à jour')} maintenant.`,
      );
    const done = delivered.filter((id) => !statuses.includes(id));
    if (done.length > 0)
      lines.push(
        `${counted(done.length, 'contact déjà livré', 'contacts déjà livrés')}\u202f: rien à refaire.`,
      );
    if (held.length > 0)
      lines.push(`${counted(held.length, 'contact retenu', 'contacts retenus')}\u202f: voyez ./oui release.`);
    if (missing.length > 0) lines.push(missingLine(missing));
    if (due.length + statuses.length > 0) lines.push(await whatFollows(invocation));
    return { json: { due, statuses, delivered, held, missing }, lines, code };
  },
};

/** A sentence that says when a lead that is due now will be delivered. */
export async function whatFollows({ config, store }: Pick<Invocation, 'config' | 'store'>): Promise<string> {
  const paused = await deliveryPausedSince(store.db);
  if (paused !== undefined) return pausedWords(paused);
  return config.airtable === undefined
    ? 'Airtable n’est pas configuré (AIRTABLE_TOKEN, AIRTABLE_BASE_ID)\u202f: ils partiront quand il le sera. Rien n’est perdu.'
    : 'Le serveur en marche les prend dans les 5 secondes (dans la minute si Airtable refusait tout jusqu’ici)\u202f; arrêté, à son prochain démarrage.';
}
