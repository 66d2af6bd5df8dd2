import type { Command } from './command.ts';
import { confirmed } from './confirmed.ts';
import { listed, rulesFor } from './held-calls.ts';
import { readableTime } from './print/when.ts';
import { counted } from './print/words.ts';
import { onlySince, sinceIn } from './since.ts';

export const cancelCalls: Command = {
  usage: 'cancel-calls --since <14:05 | AAAA-MM-JJ | AAAA-MM-JJTHH:MM> [--yes]',
  summary:
    'annule comme abus les appels à venir qui ont été réservés depuis une heure (heure suisse), après confirmation\u202f; qui avait reçu un e-mail en est prévenu',
  options: { since: { type: 'string' }, yes: { type: 'boolean' } },
  check: onlySince('cancel-calls'),
  async run(invocation) {
    const { values, now } = invocation;
    const { store, bookings } = rulesFor(invocation);
    const since = sinceIn(values, now());
    const when = `depuis le ${readableTime(since)}`;
    const calls = await store.toComeBookedSince(since, now());
    if (calls.length === 0)
      return {
        json: { cancelled: [], told: 0 },
        lines: [`Aucun appel à venir n’a été réservé ${when}. Rien n’a été annulé.`],
      };
    const what = `${counted(calls.length, 'appel à venir, réservé', 'appels à venir, réservés')} ${when}`;
    await confirmed([...listed(calls), `Annuler ${what}`].join('\n'), 'Rien n’a été annulé.', invocation);
    const cancelled: string[] = [];
    let told = 0;
    for (const { id, token, state } of calls) {
      const { kind } = await bookings.cancelAsAbuse(token);
      // Its visitor may have been faster.
      if (kind !== 'done') continue;
      cancelled.push(id);
      if (state === 'booked') told += 1;
    }
    const lines = [
      `${counted(cancelled.length, 'appel annulé', 'appels annulés')}\u202f; leur heure est libre.`,
      `${counted(told, 'était réservé\u202f: vous en recevez', 'étaient réservés\u202f: vous en recevez')} l’annulation par e-mail, et le visiteur aussi s’il avait reçu un e-mail ou rempli le formulaire. Les autres attendaient votre accord\u202f: leur page le dit, aucun e-mail ne part.`,
      'Ce qui a été annulé ne compte plus\u202f: de nouvelles demandes sont réservées tout de suite.',
    ];
    return { json: { cancelled, told }, lines };
  },
};
