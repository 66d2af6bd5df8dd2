import { goneRecords, leaveGone, renewRecords } from '#server/leads/operator/gone-records.ts';
import { pausedWords } from '#server/outbox/delivery.ts';
import { deliveryPausedSince, noteRelease, pauseDelivery, resumeDelivery } from '#server/store/conditions.ts';
import { type Command, type CommandAnswer, type Invocation, onlySince, sinceIn } from './command.ts';
import { UsageError } from './command-errors.ts';
import { findAllLeads, missingLine } from './find-leads.ts';
import { countOf, readableTime } from './print.ts';

export const retryCommand: Command = {
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
    const { leads, missing } = await findAllLeads(store.reader, references);
    const held = leads.filter(({ state }) => state === 'held').map(({ id }) => id);
    const delivered = leads.filter(({ state }) => state === 'delivered').map(({ id }) => id);
    const { makeDue, makeRefusedDue, makeAllDue } = store.writer;
    const everyOne = values.refused ? makeRefusedDue : values.all ? makeAllDue : undefined;
    const due = await (everyOne?.() ?? makeDue(leads.map(({ id }) => id)));
    const all = values.refused || values.all;
    const statuses = await store.writer.makeRecordsDue(all ? undefined : leads.map(({ id }) => id));
    const code = missing.length > 0 ? 1 : 0;
    const lines = [`${countOf(due.length, 'contact à envoyer', 'contacts à envoyer')} maintenant.`];
    if (statuses.length > 0)
      lines.push(
        `${countOf(statuses.length, 'fiche à mettre à jour', 'fiches à mettre à jour')} maintenant.`,
      );
    const done = delivered.filter((id) => !statuses.includes(id));
    if (done.length > 0)
      lines.push(
        `${countOf(done.length, 'contact déjà livré', 'contacts déjà livrés')}\u202f: rien à refaire.`,
      );
    if (held.length > 0)
      lines.push(`${countOf(held.length, 'contact retenu', 'contacts retenus')}\u202f: voyez ./oui release.`);
    if (missing.length > 0) lines.push(missingLine(missing));
    if (due.length + statuses.length > 0) lines.push(await whatFollows(invocation));
    return { json: { due, statuses, delivered, held, missing }, lines, code };
  },
};

/** A sentence that says when a lead that is due now will be delivered. */
async function whatFollows({ config, store }: Pick<Invocation, 'config' | 'store'>): Promise<string> {
  const paused = await deliveryPausedSince(store.db);
  if (paused !== undefined) return pausedWords(paused);
  return config.airtable === undefined
    ? 'Airtable n’est pas configuré (AIRTABLE_TOKEN, AIRTABLE_BASE_ID)\u202f: ils partiront quand il le sera. Rien n’est perdu.'
    : 'Le serveur en marche les prend dans les 5 secondes (dans la minute si Airtable refusait tout jusqu’ici)\u202f; arrêté, à son prochain démarrage.';
}

/** Throws UsageError unless `--gone` stands with references or with `--all`. */
function checkGone({ values, references }: Parameters<NonNullable<Command['check']>>[0]): void {
  if (references.length > 0 === (values.all === true) || values.refused === true)
    throw new UsageError('retry --gone attend des références, ou --all.');
}

/** Has records that are gone created anew, or left as they are, by the owner's word. @param follows what happens next */
async function retryGone(
  { store, values, references, now }: Invocation,
  follows: () => Promise<string>,
): Promise<CommandAnswer> {
  const { db } = store;
  const { leads, missing } = await findAllLeads(store.reader, references);
  const act = (ids: readonly string[]) => (values.leave ? leaveGone(db, ids) : renewRecords(db, ids, now()));
  const done = await act(leads.map(({ id }) => id));
  for (let more = values.all === true; more; ) {
    const some = await act((await goneRecords(db)).first.map(({ id }) => id));
    done.push(...some);
    more = some.length > 0;
  }
  const others = leads.map(({ id }) => id).filter((id) => !done.includes(id));
  const lines = [
    values.leave
      ? `${countOf(done.length, 'fiche laissée supprimée', 'fiches laissées supprimées')}\u202f: plus rien n’en parle.`
      : `${countOf(done.length, 'fiche à créer à nouveau', 'fiches à créer à nouveau')}, après les contacts qui attendent.`,
    ...(others.length > 0
      ? [
          `${countOf(others.length, 'contact n’a pas', 'contacts n’ont pas')} de fiche introuvable\u202f: rien n’a changé pour eux.`,
        ]
      : []),
    ...(missing.length > 0 ? [missingLine(missing)] : []),
    ...(done.length > 0 && !values.leave ? [await follows()] : []),
  ];
  const json = { [values.leave ? 'left' : 'due']: done, notGone: others, missing };
  return { json, lines, code: missing.length > 0 ? 1 : 0 };
}

export const holdCommand: Command = {
  usage: 'hold --since <14:05 | AAAA-MM-JJ | AAAA-MM-JJTHH:MM>',
  summary: 'retient ce qui a été reçu depuis une heure (heure suisse) et n’est pas encore livré',
  options: { since: { type: 'string' } },
  check: onlySince('hold'),
  async run({ store, values, now }) {
    const since = sinceIn(values, now());
    const held = await store.writer.holdSince(since, 'Retenu par l’exploitant.');
    const when = `reçu${held.length > 1 ? 's' : ''} depuis le ${readableTime(since)}`;
    const none = `Rien à retenir\u202f: aucun contact ${when} n’attend son envoi. Rien n’a été changé.`;
    if (held.length === 0) return { json: { held }, lines: [none] };
    const lines = [
      `${countOf(held.length, 'contact retenu', 'contacts retenus')}, ${when}.`,
      'Ce qui était déjà en route a pu partir. Ils sont dans la base\u202f; rien n’en part sans vous.',
      'À faire\u202f: ./oui list --held, puis release --held pour les laisser partir, ou erase --held --since pour les effacer.',
    ];
    return { json: { held }, lines };
  },
};

export const releaseCommand: Command = {
  usage: 'release <référence ou e-mail…> | --held',
  summary: 'laisse partir des contacts retenus, derrière ceux qui ne l’ont jamais été',
  // --all is the older name of --held and still works.
  options: { held: { type: 'boolean' }, all: { type: 'boolean' } },
  check({ values, references }) {
    if (references.length > 0 === (values.held === true || values.all === true))
      throw new UsageError('release attend des références, ou --held pour tous les contacts retenus.');
  },
  async run({ config, store, values, references, now }) {
    const { leads, missing } = await findAllLeads(store.reader, references);
    await noteRelease(store.db, now());
    const released =
      values.held || values.all
        ? await store.writer.releaseAll()
        : await store.writer.release(leads.map(({ id }) => id));
    const notHeld = leads.map(({ id }) => id).filter((id) => !released.includes(id));
    const code = missing.length > 0 ? 1 : 0;
    const lines = [`${countOf(released.length, 'contact libéré', 'contacts libérés')}.`];
    if (notHeld.length > 0)
      lines.push(
        `${countOf(notHeld.length, 'contact n’était pas retenu', 'contacts n’étaient pas retenus')}\u202f: rien n’a changé pour eux.`,
      );
    if (missing.length > 0) lines.push(missingLine(missing));
    if (released.length > 0) lines.push(await whatFollows({ config, store }));
    if (released.length > 1) lines.push('Ils passent derrière les contacts qui n’ont jamais été retenus.');
    return { json: { released, notHeld, missing }, lines, code };
  },
};

export const pauseCommand: Command = {
  usage: 'pause',
  summary: 'arrête l’envoi vers Airtable, sur tous les serveurs\u202f; le site accepte et garde tout',
  references: 'none',
  async run({ store, now }) {
    const changed = await pauseDelivery(store.db, now());
    const since = (await deliveryPausedSince(store.db)) ?? now();
    const line = changed
      ? `${pausedWords(since)} Une requête déjà partie peut encore y arriver. Les e-mails et le webhook continuent.`
      : `Rien n’a été changé. ${pausedWords(since)}`;
    const json = { pausedSince: new Date(since).toISOString(), changed };
    return { json, lines: [line] };
  },
};

export const resumeCommand: Command = {
  usage: 'resume',
  summary: 'reprend l’envoi vers Airtable, où il en était',
  references: 'none',
  async run({ store, now }) {
    const changed = await resumeDelivery(store.db, now());
    const line = changed
      ? 'L’envoi vers Airtable reprend\u202f: les serveurs en marche le remarquent en 5 secondes.'
      : 'L’envoi n’était pas en pause. Rien n’a été changé.';
    return { json: { pausedSince: null, changed }, lines: [line] };
  },
};
