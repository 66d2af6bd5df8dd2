import type { Cue } from './vtt.ts';

/** Frames a second of every film. */
export const fps = 30;
/** Every film's stage, in pixels. */
export const stage = { width: 1280, height: 720 } as const;
/** What a committed file may weigh, in bytes. */
export const limits = { film: 1_500_000, poster: 40_000, pairAvif: 60_000, pairJpg: 120_000 } as const;

/** One silent film: its page lies in `pages/<name>/`, its files carry its name. */
export interface Film {
  readonly name: string;
  /** Length in seconds. */
  readonly duration: number;
  /** Instant of the frame that stands for the film before it plays, in seconds. */
  readonly posterAt: number;
  /** x264's constant rate factor: lower is finer and heavier. */
  readonly crf: number;
  readonly cues: readonly Cue[];
}

const sale: Film = {
  name: 'film-vente',
  duration: 25,
  posterAt: 15.2,
  crf: 19,
  cues: [
    {
      from: 0,
      to: 2,
      text: '[Film sans son] Votre site, aujourd’hui : un vieux site chargé. Un visiteur arrive.',
    },
    { from: 2, to: 3.5, text: 'Il cherche. Son pointeur erre d’un bloc à l’autre.' },
    { from: 3.5, to: 5, text: 'Il repart.' },
    { from: 5, to: 7.2, text: 'Laissez-nous 48h. Le compteur se met à zéro.' },
    { from: 7.2, to: 10.3, text: 'On démonte. Les blocs du vieux site se détachent et s’en vont.' },
    {
      from: 10.3,
      to: 14.2,
      text: 'On remonte. Deux planches s’assemblent, le titre se pose, puis un seul bouton rouge.',
    },
    { from: 14.2, to: 15.7, text: '48h. Le message, la page, le formulaire : tout est coché. En ligne.' },
    { from: 15.7, to: 17.4, text: 'Un visiteur arrive. Il va droit au bouton « Demander un devis ».' },
    { from: 17.4, to: 20.2, text: 'Il dit oui. Il donne son nom et son e-mail.' },
    {
      from: 20.2,
      to: 22.2,
      text: 'Vous le savez. Un avis s’affiche : nouveau contact. Le compteur passe à 1.',
    },
    { from: 22.2, to: 25, text: 'Votre site devient une machine de vente en 48h. Consultation gratuite.' },
  ],
};

const call: Film = {
  name: 'film-etape',
  duration: 16,
  posterAt: 3.2,
  crf: 18,
  cues: [
    { from: 0, to: 2.1, text: '[Film sans son] Plus qu’une étape !' },
    { from: 2.1, to: 4.1, text: 'Un appel de 15 minutes, en trois temps.' },
    {
      from: 4.1,
      to: 6.7,
      text: 'Un : on regarde vos chiffres. Visiteurs, contacts, clients : trois nombres à remplir.',
    },
    {
      from: 6.7,
      to: 9.5,
      text: 'Deux : on relit votre page. Le message, la preuve, l’action sont entourés de rouge.',
    },
    { from: 9.5, to: 13.1, text: 'Trois : on trace votre plan, du message à la mise en ligne, sur 48h.' },
    { from: 13.1, to: 16, text: 'Choisissez votre heure. Appel de 15 minutes.' },
  ],
};

export const films: readonly Film[] = [sale, call];

/** A capture of the before/after pair: page, window, and size of the file. */
export interface Shot {
  readonly name: string;
  readonly page: 'avant' | 'apres';
  /** Window in CSS pixels, and device pixels to one of them: drawn larger than the file, then reduced. */
  readonly frame: { readonly width: number; readonly height: number; readonly scale: number };
  readonly size: { readonly width: number; readonly height: number };
}

const desktop = { frame: { width: 1440, height: 900, scale: 2 }, size: { width: 1280, height: 800 } };
const phone = { width: 800, height: 1000 };

/** On a phone the old page shows whole and tiny, as phones showed fixed layouts; its rebuilding fits the screen. */
export const shots: readonly Shot[] = [
  { name: 'avant', page: 'avant', ...desktop },
  { name: 'apres', page: 'apres', ...desktop },
  { name: 'avant-mobile', page: 'avant', frame: { width: 1000, height: 1250, scale: 1.6 }, size: phone },
  { name: 'apres-mobile', page: 'apres', frame: { width: 400, height: 500, scale: 3 }, size: phone },
];
