import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { erasePerson } from '#server/leads/operator/erase-person.ts';
import type { OperatorLead } from '#server/leads/operator/operator-lead.ts';
import { mailFolder } from '#server/messages/mail/maildir.ts';
import { UsageError } from '../common/errors.ts';
import { beforeErasing, bookingLine, bookingsOf, inCalendars, toCome } from './calls.ts';
import type { Command } from './command.ts';
import { checkHeld, confirmErasing, eraseHeld, LEFT_IN_FILES, mayHaveLeft } from './erase-held.ts';
import { find, missingLine, shortId } from './find.ts';
import type { OperatorStore } from './open.ts';
import { safeText } from './print/safe-text.ts';
import { readableTime } from './print/when.ts';
import { counted, STATE_WORDS } from './print/words.ts';

export const erase: Command = {
  usage: 'erase <référence ou e-mail> [--yes] | --held [--since 14:05] [--before AAAA-MM-JJ] [--yes]',
  summary:
    'efface une personne de la base, ou les contacts retenus depuis une heure ou avant un jour, et dit ce qui reste à effacer',
  options: {
    yes: { type: 'boolean' },
    held: { type: 'boolean' },
    before: { type: 'string' },
    since: { type: 'string' },
  },
  check({ values, references }) {
    if (values.held || values.before !== undefined || values.since !== undefined)
      checkHeld(values, references);
    else if (references.length !== 1)
      throw new UsageError('erase attend une référence ou une adresse e-mail.');
  },
  async run(invocation) {
    if (invocation.values.held) return eraseHeld(invocation);
    const { config, store, references, now } = invocation;
    const [reference = ''] = references;
    const found = await find(store.reader, reference);
    const bookings = await bookingsOf(store, found, reference);
    if (found.length === 0 && bookings.length === 0) return { ...NOTHING, lines: [missingLine([reference])] };
    const calls = toCome(bookings, now());
    const question = [
      ...found.map(described),
      ...bookings.map(bookingLine),
      ...beforeErasing(calls, config.publicUrl),
      `Effacer ${whatOf(found.length, bookings.length)}`,
    ];
    await confirmErasing(question.join('\n'), invocation);
    const erased = await erasePerson(
      store.db,
      config.dataDir,
      found.map(({ id }) => id),
      bookings.map(({ id }) => id),
    );
    const scrubbed = await store.scrub();
    const remoteIds = erased.flatMap(({ remoteId }) => remoteId ?? []);
    const perhapsElsewhere = erased.some(mayHaveLeft);
    const lines = [
      `Effacé de la base\u202f: ${whatOf(erased.length, bookings.length)}, avec ce qui restait à envoyer.`,
      ...(scrubbed ? [] : [LEFT_IN_FILES[store.engine]]),
      ...inCalendars(calls),
      '',
      ...inAirtable(remoteIds, perhapsElsewhere),
      '',
      ...inBackups(store.engine),
      '',
      ...elsewhere(config),
    ];
    const answer = {
      erased: erased.map(({ id }) => id),
      bookings: bookings.length,
      callsToCome: calls.map(({ start }) => new Date(start).toISOString()),
    };
    return { json: { ...answer, remoteIds, perhapsElsewhere, scrubbed }, lines };
  },
};

/** The answer when no lead and no booking was found. */
const NOTHING = {
  json: { erased: [], bookings: 0, remoteIds: [], perhapsElsewhere: false, scrubbed: false, callsToCome: [] },
  code: 1,
} as const;

function described({ id, createdAt, name, email, state }: OperatorLead): string {
  return `  ${shortId(id)}  ${readableTime(createdAt)}  ${safeText(name)}  ${safeText(email)}  ${STATE_WORDS[state]}`;
}

function whatOf(leads: number, bookings: number): string {
  const of = counted(leads, 'contact');
  return bookings === 0 ? of : `${of} et ${counted(bookings, 'rendez-vous', 'rendez-vous')}`;
}

function inAirtable(remoteIds: readonly string[], perhapsElsewhere: boolean): string[] {
  const records = remoteIds.length === 1 ? 'la fiche' : 'les fiches';
  return [
    'Reste à faire dans Airtable\u202f:',
    ...(remoteIds.length > 0
      ? [
          `  - supprimez ${records} ${safeText(remoteIds.join(', '))}, puis videz la corbeille de la base\u202f;`,
        ]
      : []),
    perhapsElsewhere
      ? '  - cherchez aussi l’adresse e-mail\u202f: un envoi est peut-être arrivé sans que sa réponse nous parvienne.'
      : '  - cherchez l’adresse e-mail\u202f: la personne a pu y être ajoutée par un autre chemin.',
  ];
}

function inBackups(engine: OperatorStore['engine']): string[] {
  const [there, put] =
    engine === 'embedded'
      ? ['DATA_DIR=<dossier>', 'placez la copie sous le nom leads.sqlite dans un dossier']
      : ['DATABASE_URL=<base restaurée>', 'restaurez-la dans une base à part'];
  return [
    'Reste à faire dans les sauvegardes\u202f: chaque copie faite avant maintenant contient encore la personne. Supprimez-la, ou',
    `  - ${put}, et regardez si la personne y est\u202f: ${there} ./oui show <e-mail>`,
    `  - effacez-y de même\u202f: ${there} ./oui erase <e-mail> --yes`,
    '  - refaites-le après toute restauration\u202f; les fichiers d’export CSV sont à supprimer aussi.',
  ];
}

function elsewhere({ mail, webhook, dataDir }: Config): string[] {
  return [
    'Reste à faire ailleurs\u202f:',
    mail.smtp === undefined
      ? `  - les e-mails sur la personne sont effacés de ${join(mailFolder(dataDir), 'new')}\u202f; supprimez ceux qui la nomment parmi d’autres, et les copies\u202f;`
      : '  - supprimez les e-mails qui nomment la personne dans votre messagerie\u202f;',
    ...(webhook === undefined
      ? []
      : ['  - effacez-la aussi dans l’outil qui reçoit votre webhook (WEBHOOK_URL)\u202f;']),
    '  - supprimez ses appels passés et à venir de votre agenda.',
  ];
}
