import { personOf } from '#server/leads/operator/person.ts';
import { bookingsOf } from './calls.ts';
import type { Command } from './command.ts';
import { find } from './find.ts';
import { callAsJson, leadAsJson } from './person/as-json.ts';
import { asPage } from './person/as-page.ts';
import { keptWhy } from './person/kept-why.ts';
import { safeText } from './print/safe-text.ts';

export const person: Command = {
  usage: 'person <e-mail>',
  summary:
    'tout ce qui est gardé sur une personne, pour le lui remettre\u202f: une page à lire, ou avec --json un fichier (art. 25 LPD, art. 15 et 20 RGPD)',
  references: 'one',
  async run({ store, references: [email = ''], now }) {
    // As `erase` finds them, so that what is shown is what would be erased.
    const leads = await find(store.reader, email);
    const found = await personOf(store.db, leads, await bookingsOf(store, leads, email));
    const json = {
      email,
      madeAt: new Date(now()).toISOString(),
      leads: found.leads.map(leadAsJson),
      calls: found.calls.map(callAsJson),
      ...keptWhy,
    };
    if (found.leads.length + found.calls.length === 0)
      return { json, lines: [`Rien n’est gardé ici sur «\u202f${safeText(email)}\u202f».`] };
    return { json, lines: asPage(email, found, now()) };
  },
};
