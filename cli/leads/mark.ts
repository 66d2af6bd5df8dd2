import type { Instant } from '#domain/instant.ts';
import type { CallAnswer } from '#server/bookings/call-outcome.ts';
import { bookingReader } from '#server/bookings/store/booking-reader.ts';
import { amountIn } from '#server/leads/follow-up/amount.ts';
import { type Contact, contactOf } from '#server/leads/follow-up/contact.ts';
import {
  type Answer,
  begunCall,
  confirmCall,
  mark,
  markCall,
  mayConfirm,
  noteAuditSent,
  owesAudit,
} from '#server/leads/follow-up/marks.ts';
import type { OperatorLead } from '#server/leads/operator/operator-lead.ts';
import type { Database } from '#server/store/database.ts';
import { CommandFailed, UsageError } from '../common/errors.ts';
import { bookingsOf } from './calls.ts';
import type { Command, Invocation } from './command.ts';
import { find, missingLine, shortId } from './find.ts';
import { safeText } from './print/safe-text.ts';
import { counted } from './print/words.ts';

interface Mark {
  readonly answer: Answer;
  readonly summary: string;
  /** « 2 contacts marqués … ». */
  readonly done: string;
}

const MARKS = {
  answered: { answer: 'repondu', summary: 'vous avez répondu', done: 'Répondu' },
  'not-reached': {
    answer: 'pas-joint',
    summary: 'vous n’avez joint personne, un rappel suit le prochain matin ouvré',
    done: 'Pas joint',
  },
  held: { answer: 'tenu', summary: 'l’appel a eu lieu', done: 'Tenu' },
  won: { answer: 'gagne', summary: 'le contact est devenu client', done: 'Gagné' },
  lost: { answer: 'perdu', summary: 'le contact est perdu', done: 'Perdu' },
} as const satisfies Record<string, Mark>;

/** The commands that say what became of a lead or its call, as the links in mails do. */
export const marks = Object.fromEntries(
  Object.entries<Mark>(MARKS).map(([name, of]) => [name, commandFor(name, of)]),
);

function commandFor(name: string, { answer, summary, done }: Mark): Command {
  const isWon = answer === 'gagne';
  return {
    usage: `${name} <référence ou e-mail>${isWon ? ' [--amount <CHF>]' : ''}`,
    summary: `note ce qu’est devenu un contact\u202f: ${summary}`,
    ...(isWon && { options: { amount: { type: 'string' } } }),
    references: 'one',
    check({ values }) {
      amountOf(values);
    },
    async run({ store, config, values, references: [reference = ''], now }) {
      const deps = { db: store.db, sender: config.mail.from.address };
      const leads = await find(store.reader, reference);
      const contacts = await contactsOf(store.db, leads);
      const chosen = theOnes(contacts, answer, reference, now());
      for (const contact of chosen) await mark(deps, contact, answer, now(), { amount: amountOf(values) });
      const calls =
        chosen.length === 0 && isOfCall(answer) ? await markCallOf(deps, reference, answer, now()) : [];
      if (chosen.length + calls.length === 0) {
        const isKnown = leads.length > 0 || (await bookingsOf(store, [], reference)).length > 0;
        if (!isKnown) return { json: { marked: [], calls: [] }, lines: [missingLine([reference])], code: 1 };
        const why = isOfCall(answer)
          ? 'n’a pas d’appel qui ait commencé'
          : 'a réservé un appel sans laisser de demande\u202f: seuls held et not-reached le concernent';
        throw new CommandFailed(
          `«\u202f${safeText(reference)}\u202f» ${why}. Rien n’a été changé. ./oui show dit où en est ce contact.`,
        );
      }
      const lines =
        chosen.length > 0
          ? [
              `${counted(chosen.length, 'contact marqué', 'contacts marqués')} ${done}\u202f: ${chosen.map(({ lead }) => shortId(lead.id)).join(', ')}.`,
            ]
          : [`${counted(calls.length, 'appel marqué', 'appels marqués')} ${done}.`];
      return { json: { marked: chosen.map(({ lead }) => lead.id), calls }, lines };
    },
  };
}

/** Whether a call alone, without a lead, can be marked so. */
function isOfCall(answer: Answer): answer is CallAnswer {
  return answer === 'tenu' || answer === 'pas-joint';
}

/** @throws UsageError for what is no amount */
function amountOf({ amount: typed }: Invocation['values']): number | undefined {
  if (typed === undefined) return undefined;
  const amount = amountIn(String(typed));
  if (amount === undefined || amount === 'invalid')
    throw new UsageError('--amount\u202f: attendu un nombre de francs, par exemple 1500.');
  return amount;
}

/**
 * Of a person's leads those that the word is about: all of them; « Tenu » the one whose call began last; « Gagné », which
 * may have an amount, one alone.
 */
function theOnes(
  contacts: readonly Contact[],
  answer: Answer,
  reference: string,
  now: Instant,
): readonly Contact[] {
  if (answer === 'tenu') {
    const begun = contacts.flatMap((contact) => {
      const call = begunCall(contact, now);
      return call === undefined ? [] : [{ contact, start: call.start }];
    });
    return begun
      .toSorted((a, b) => b.start - a.start)
      .slice(0, 1)
      .map(({ contact }) => contact);
  }
  if (answer === 'gagne' && contacts.length > 1)
    throw new CommandFailed(
      `«\u202f${safeText(reference)}\u202f» désigne ${contacts.length} contacts. Rien n’a été changé. Donnez une référence\u202f: ${contacts.map(({ lead }) => lead.id).join(', ')}.`,
    );
  return contacts;
}

/** Marks the last call that was booked with an address without a lead, and has begun. @returns its id, if there is one */
async function markCallOf(
  deps: Parameters<typeof markCall>[0],
  email: string,
  answer: CallAnswer,
  now: Instant,
): Promise<readonly string[]> {
  if (!email.includes('@')) return [];
  const calls = await bookingReader(deps.db).ofEmail(email);
  const last = calls.findLast(({ state, start }) => state === 'booked' && start <= now);
  if (last === undefined) return [];
  await markCall(deps, last, answer, now);
  return [last.id];
}

export const hot: Command = {
  usage: 'hot <référence ou e-mail>',
  summary: 'note que la personne a confirmé son appel par message\u202f: statut Hot, ici et dans Airtable',
  references: 'one',
  async run({ store, config, references: [reference = ''], now }) {
    const leads = await find(store.reader, reference);
    if (leads.length === 0) return { json: { hot: [] }, lines: [missingLine([reference])], code: 1 };
    const booked = (await contactsOf(store.db, leads)).filter(mayConfirm);
    const [contact, ...others] = booked;
    if (contact === undefined)
      throw new CommandFailed(
        `«\u202f${safeText(reference)}\u202f» n’a pas d’appel réservé\u202f: il n’y a rien à confirmer. Rien n’a été changé. ./oui show dit où en est ce contact.`,
      );
    if (others.length > 0)
      throw new CommandFailed(
        `«\u202f${safeText(reference)}\u202f» désigne ${booked.length} contacts avec un appel. Rien n’a été changé. Donnez une référence\u202f: ${booked.map(({ lead }) => lead.id).join(', ')}.`,
      );
    await confirmCall({ db: store.db }, contact, now());
    const then =
      config.airtable === undefined
        ? 'Airtable n’est pas configuré\u202f: le statut y sera écrit quand il le sera.'
        : 'Le serveur en marche l’écrit dans Airtable, sauf si quelqu’un y a changé le statut.';
    return { json: { hot: [contact.lead.id] }, lines: [`${shortId(contact.lead.id)} est Hot. ${then}`] };
  },
};

/** Notes that the owner sent a lead's audit, as the page behind the mail's links does. */
export const auditSent: Command = {
  usage: 'audit-sent <référence ou e-mail>',
  summary: 'note que vous avez envoyé son audit à un contact\u202f: il n’est plus dû',
  references: 'one',
  async run({ store: { db, reader }, references: [reference = ''], now }) {
    const leads = await find(reader, reference);
    if (leads.length === 0) return { json: { marked: [] }, lines: [missingLine([reference])], code: 1 };
    const owed = (await contactsOf(db, leads)).filter(owesAudit);
    for (const contact of owed) await noteAuditSent({ db }, contact, now());
    const marked = owed.map(({ lead }) => lead.id);
    const lines =
      marked.length === 0
        ? [`Aucun audit n’est dû à «\u202f${safeText(reference)}\u202f».`]
        : [
            `${counted(marked.length, 'contact marqué', 'contacts marqués')} Audit envoyé\u202f: ${marked.map(shortId).join(', ')}.`,
          ];
    return { json: { marked }, lines };
  },
};

async function contactsOf(db: Database, leads: readonly OperatorLead[]): Promise<Contact[]> {
  const contacts = await Promise.all(leads.map(({ id }) => contactOf(db, id)));
  return contacts.filter((contact) => contact !== undefined);
}
