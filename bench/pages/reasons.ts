import { noted, type Row } from '../report.ts';

/** Why a page does not meet a bar, in the table beside its figure. */
export const REASONS: Readonly<Record<string, string>> = {
  'is-crawlable': 'noindex on purpose: a step of the funnel makes no sense alone',
};

/** The rows that the README shows, and what it calls them. */
const IN_README: Readonly<Record<string, string>> = {
  'LCP / floor, simulated': 'plus grand élément affiché (LCP), sur celui d’une page écrite à la main',
  'script CPU before interaction': 'temps de script avant toute interaction, téléphone 9 fois plus lent',
  'JavaScript before interaction': 'JavaScript avant toute interaction',
  'HTML with its CSS': 'HTML avec son CSS',
  'everything before interaction': 'tout ce qu’une page charge avant toute interaction',
  'INP of the funnel at 9×': 'réponse à un geste (INP), téléphone 9 fois plus lent',
};

const WITHOUT_CARD = ', WebGL without a graphics card';

/** The row of a page that draws with WebGL, where software draws it. */
export function ofWebgl(row: Row): Row {
  return { ...row, figure: row.figure + WITHOUT_CARD };
}

const SHARED: readonly [note: string] = [
  'the processor draws page and effect there: the effect in a worker, on the same cores',
];

/** Why a bar is missed, as far as it is known: in the table, and in French for the README. */
const MISSED: Readonly<Record<string, readonly [note: string, french: string]>> = {
  'script CPU before interaction': [
    'the bar was set on a machine where the floor takes 22 ms',
    'la barre vient d’une machine où la page écrite à la main prend 22 ms',
  ],
  'total blocking time over the floor’s at 9×': [
    'where a face comes after the first layout, that layout asks another process for its stand-ins, the floor’s too: chance decides',
    'quand une police arrive après la première mise en page, celle-ci attend ses remplaçantes, dans la page écrite à la main aussi',
  ],
  'LCP / floor, simulated': [
    'the page has two faces where the floor has one',
    'la page a deux polices, la page écrite à la main une seule',
  ],
  'INP of the funnel at 9×': [
    'a dialog or a film that is shown for the first time on a phone 9 times slower than a slow machine',
    'une fenêtre ou un film montré pour la première fois, sur un téléphone 9 fois plus lent qu’une machine lente',
  ],
};

/** The row with what the README calls it, and with why it misses its bar. */
export function explained(row: Row): Row {
  const figure = IN_README[row.figure];
  const shared = row.figure.endsWith(WITHOUT_CARD) ? SHARED : undefined;
  const [note, reason] = (row.met === false && (shared ?? MISSED[row.figure])) || [];
  return {
    ...(note === undefined ? row : noted(row, note)),
    ...(figure !== undefined && { readme: { figure, ...(reason !== undefined && { reason }) } }),
  };
}
