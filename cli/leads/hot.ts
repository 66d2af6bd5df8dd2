import { contactOf } from '#server/messages/contact.ts';
import { confirmCall, mayConfirm } from '#server/messages/marks.ts';
import { CommandFailed } from '../common/errors.ts';
import type { Command } from './command.ts';
import { find, missingLine, shortId } from './find.ts';
import { safeText } from './print/safe-text.ts';

export const hot: Command = {
  usage: 'hot <référence ou e-mail>',
  summary: 'note que la personne a confirmé son appel par message\u202f: statut Hot, ici et dans Airtable',
  references: 'one',
  async run({ store, config, references: [reference = ''], now }) {
    const leads = await find(store.reader, reference);
    if (leads.length === 0) return { json: { hot: [] }, lines: [missingLine([reference])], code: 1 };
    const contacts = await Promise.all(leads.map(({ id }) => contactOf(store.db, id)));
    const booked = contacts.filter((contact) => contact !== undefined && mayConfirm(contact));
    const [contact, ...others] = booked;
    if (contact === undefined)
      throw new CommandFailed(
        `«\u202f${safeText(reference)}\u202f» n’a pas d’appel réservé\u202f: il n’y a rien à confirmer. Rien n’a été changé. ./oui show dit où en est ce contact.`,
      );
    if (others.length > 0)
      throw new CommandFailed(
        `«\u202f${safeText(reference)}\u202f» désigne ${booked.length} contacts avec un appel. Rien n’a été changé. Donnez une référence\u202f: ${booked.map((one) => one?.lead.id).join(', ')}.`,
      );
    await confirmCall({ db: store.db }, contact, now());
    const then =
      config.airtable === undefined
        ? 'Airtable n’est pas configuré\u202f: le statut y sera écrit quand il le sera.'
        : 'Le serveur en marche l’écrit dans Airtable, sauf si quelqu’un y a changé le statut.';
    return { json: { hot: [contact.lead.id] }, lines: [`${shortId(contact.lead.id)} est Hot. ${then}`] };
  },
};
