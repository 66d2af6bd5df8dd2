import { pausedWords } from '#server/outbox/paused-words.ts';
import { deliveryPausedSince, pauseDelivery, resumeDelivery } from '#server/store/conditions.ts';
import type { Command } from './command.ts';

export const pause: Command = {
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

export const resume: Command = {
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
