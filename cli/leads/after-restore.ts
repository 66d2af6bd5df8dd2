import { erasureListFile } from '#server/leads/erasure/list.ts';
import { type Redone, redoErasures } from '#server/leads/erasure/redo.ts';
import { markRestored, SEARCH_FOR_MS } from '#server/outbox/after-restore.ts';
import type { Command } from './command.ts';
import { readableDay } from './print/when.ts';
import { counted } from './print/words.ts';

export const afterRestore: Command = {
  usage: 'after-restore',
  summary:
    'après le retour à une sauvegarde, avant de redémarrer\u202f: chercher dans Airtable avant d’y créer, et refaire les effacements que la copie ignore',
  references: 'none',
  async run({ config, store, now }) {
    const marked = await markRestored(store.db, now());
    const erased = await redoErasures(store.db, config.dataDir, now());
    await store.scrub();
    const until = new Date(now() + SEARCH_FOR_MS).toISOString();
    const lines = [
      `${searched(marked)}\u202f; ce que la sauvegarde sait livré le reste.`,
      `Jusqu’au ${readableDay(until.slice(0, 10))}, chaque nouveau contact est cherché aussi\u202f: un navigateur peut renvoyer ce que la sauvegarde ignore.`,
      redone(erased, erasureListFile(config.dataDir)),
      'Démarrez le site maintenant. Relancer cette commande ne fait rien de mal.',
    ];
    return { json: { marked, lookUntil: until, erasedAgain: erased }, lines };
  },
};

function redone({ leads, bookings }: Redone, list: string): string {
  if (leads + bookings === 0) return `Aucune personne effacée depuis n’y était (d’après ${list}).`;
  return `${counted(leads, 'contact')} et ${counted(bookings, 'rendez-vous', 'rendez-vous')} avaient été effacés depuis\u202f: ils le sont de nouveau.`;
}

function searched(marked: number): string {
  if (marked === 0) return 'Aucun contact ne reste à livrer';
  const [who, created] =
    marked === 1
      ? ['contact non livré sera cherché', 'créé']
      : ['contacts non livrés seront cherchés', 'créés'];
  return `${counted(marked, who, who)} dans Airtable avant d’y être ${created}`;
}
