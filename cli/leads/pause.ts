import { pausedWords } from '#server/outbox/paused-words.ts';
import { holdsSince, pauseDelivery, resumeDelivery } from '#server/store/conditions.ts';
import { UsageError } from '../common/errors.ts';
import type { Command } from './command.ts';

export const pause: Command = {
  usage: 'pause',
  summary: 'arrête l’envoi vers Airtable, sur tous les serveurs\u202f; le site accepte et garde tout',
  options: {},
  check({ references }) {
    if (references.length > 0) throw new UsageError('pause ne prend pas de référence.');
  },
  async run({ store, output, json, now }) {
    const changed = await pauseDelivery(store.db, now());
    const since = (await holdsSince(store.db, 'delivery-paused')) ?? now();
    if (json) output.json({ pausedSince: new Date(since).toISOString(), changed });
    else if (!changed) output.line(`Rien n’a été changé. ${pausedWords(since)}`);
    else
      output.line(
        `${pausedWords(since)} Une requête déjà partie peut encore y arriver. Les e-mails et le webhook continuent.`,
      );
    return changed ? 0 : 1;
  },
};

export const resume: Command = {
  usage: 'resume',
  summary: 'reprend l’envoi vers Airtable, où il en était',
  options: {},
  check({ references }) {
    if (references.length > 0) throw new UsageError('resume ne prend pas de référence.');
  },
  async run({ store, output, json }) {
    const changed = await resumeDelivery(store.db);
    if (json) output.json({ pausedSince: null, changed });
    else
      output.line(
        changed
          ? 'L’envoi vers Airtable reprend\u202f: les serveurs en marche le remarquent en 5 secondes.'
          : 'L’envoi n’était pas en pause. Rien n’a été changé.',
      );
    return changed ? 0 : 1;
  },
};
