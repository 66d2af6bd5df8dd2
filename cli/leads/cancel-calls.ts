import type { Command } from './command.ts';
import { confirmed } from './confirmed.ts';
import { listed, rulesFor } from './held-calls.ts';
import { readableTime } from './print/when.ts';
import { counted } from './print/words.ts';
import { onlySince, sinceIn } from './since.ts';

function alreadyCancelled(calls: number): string {
  return counted(
    calls,
    'appel déjà annulé par qui l’avait réservé',
    'appels déjà annulés par qui les avait réservés',
  );
}

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
    const until = now();
    const calls = await store.toComeBookedSince(since, until);
    const gone = await store.cancelledBookedSince(since, until);
    if (calls.length + gone === 0)
      return {
        json: { cancelled: [], alreadyCancelled: 0, told: 0 },
        lines: [`Aucun appel à venir n’a été réservé ${when}. Rien n’a été annulé.`],
      };
    const what = `${counted(calls.length, 'appel à venir, réservé', 'appels à venir, réservés')} ${when}`;
    const besides = gone === 0 ? '' : `, et ne plus compter ${alreadyCancelled(gone)}`;
    await confirmed(
      [...listed(calls), `Annuler ${what}${besides}`].join('\n'),
      'Rien n’a été annulé.',
      invocation,
    );
    const rush = await bookings.cancelRush(since, until);
    const cancelled = rush.cancelled.map(({ id }) => id);
    const told = rush.cancelled.filter(({ state }) => state === 'booked').length;
    const lines = [
      `${counted(cancelled.length, 'appel annulé', 'appels annulés')}\u202f; leur heure est libre.`,
      `${counted(told, 'était réservé\u202f: vous en recevez', 'étaient réservés\u202f: vous en recevez')} l’annulation par e-mail, et le visiteur aussi s’il avait reçu un e-mail ou rempli le formulaire. Les autres attendaient votre accord\u202f: leur page le dit, aucun e-mail ne part.`,
      ...(rush.already === 0
        ? []
        : [
            `Ne ${rush.already === 1 ? 'compte' : 'comptent'} plus non plus\u202f: ${alreadyCancelled(rush.already)}.`,
          ]),
      'Ce qui avait été réservé avant compte encore pendant 24 heures, et un réseau qui a trop réservé attend toujours votre accord.',
    ];
    return { json: { cancelled, alreadyCancelled: rush.already, told }, lines };
  },
};
