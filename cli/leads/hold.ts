import type { Command } from './command.ts';
import { readableTime } from './print/when.ts';
import { counted } from './print/words.ts';
import { onlySince, sinceIn } from './since.ts';

export const hold: Command = {
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
      `${counted(held.length, 'contact retenu', 'contacts retenus')}, ${when}.`,
      'Ce qui était déjà en route a pu partir. Ils sont dans la base\u202f; rien n’en part sans vous.',
      'À faire\u202f: ./oui list --held, puis release --held pour les laisser partir, ou erase --held --since pour les effacer.',
    ];
    return { json: { held }, lines };
  },
};
