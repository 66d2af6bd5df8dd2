/** Everybody who writes in the month, and what becomes of each. */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Midnight in Zurich before the first Monday; no change of the hour and no holiday follows within the month. */
const MIDNIGHT = Date.parse('2026-11-02T00:00:00+01:00');

/** An hour of the month, Swiss time. @param day 0 is the first Monday @param clock `HH:MM` */
export function at(day: number, clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return MIDNIGHT + day * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS;
}

/** What the owner says of a lead, and how many hours after it came. */
export type Said = readonly [
  hours: number,
  answer: 'repondu' | 'pas-joint' | 'gagne' | 'perdu' | 'audit-envoye',
];

export interface Call {
  readonly day: number;
  readonly clock: string;
  /** What becomes of it; moved: on the evening before, to that day. */
  readonly fate: 'held' | 'not-reached' | 'unsaid' | 'moved' | 'cancelled' | 'erased';
  readonly movedTo?: readonly [day: number, clock: string];
}

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly came: number;
  readonly way: 'script' | 'form' | 'trap';
  readonly said: readonly Said[];
  readonly call?: Call;
}

export const LEADS = 45;
const HOURS = ['07:40', '09:20', '10:45', '13:10', '16:30', '17:55', '22:15'];
const SAID: readonly (readonly Said[])[] = [
  [[1, 'repondu']],
  [
    [5, 'repondu'],
    [30, 'audit-envoye'],
  ],
  [],
  [
    [26, 'pas-joint'],
    [75, 'pas-joint'],
  ],
  [
    [3, 'repondu'],
    [50, 'gagne'],
  ],
  [
    [0.1, 'pas-joint'],
    [28, 'repondu'],
  ],
  [],
  [[20, 'perdu']],
];

const CALLS: Readonly<Record<number, Call>> = {
  1: { day: 3, clock: '10:00', fate: 'held' },
  4: { day: 4, clock: '14:00', fate: 'not-reached' },
  9: { day: 8, clock: '09:30', fate: 'cancelled' },
  11: { day: 9, clock: '11:00', fate: 'moved', movedTo: [10, '15:00'] },
  14: { day: 14, clock: '09:00', fate: 'unsaid' },
  19: { day: 15, clock: '10:30', fate: 'held' },
  28: { day: 21, clock: '09:00', fate: 'held' },
  30: { day: 21, clock: '16:30', fate: 'erased' },
  33: { day: 24, clock: '13:30', fate: 'not-reached' },
  40: { day: 28, clock: '11:30', fate: 'held' },
};

/** Calls of people who left no lead. */
export const STRANGERS: readonly {
  readonly name: string;
  readonly email: string;
  readonly booked: number;
  readonly call: Call;
}[] = [
  {
    name: 'Odile Sans-Demande',
    email: 'odile@ailleurs.example',
    booked: at(2, '11:00'),
    call: { day: 7, clock: '16:30', fate: 'held' },
  },
  {
    name: 'Urs Sans-Demande',
    email: 'urs@ailleurs.example',
    booked: at(16, '15:00'),
    call: { day: 18, clock: '09:00', fate: 'unsaid' },
  },
];

/** Who asks for erasure, and who came twice, is a namesake, has no JavaScript, or was taken for a program. */
export const WHO = { erased: 30, again: [10, 22], namesakes: [3, 7], form: 12, held: 17 } as const;

export const people: readonly Person[] = Array.from({ length: LEADS }, (_, index) => {
  const again = index === WHO.again[1] ? WHO.again[0] : index;
  const namesake = index === WHO.namesakes[1] ? WHO.namesakes[0] : again;
  const call = CALLS[index];
  return {
    name: `Visiteur Numéro-${String(namesake).padStart(2, '0')}`,
    email: `personne${String(again).padStart(2, '0')}@firme.example`,
    came: at(Math.floor((index * 29) / LEADS), HOURS[index % HOURS.length] ?? '12:00') + index * MINUTE_MS,
    way: index === WHO.form ? 'form' : index === WHO.held ? 'trap' : 'script',
    // Who is called, or has gone, is spoken of by the call.
    said: call !== undefined || index === WHO.held ? [] : (SAID[index % SAID.length] ?? []),
    ...(call && { call }),
  };
});
