/** Frames a second of every film. */
export const fps = 30;
/** Every film's stage, in pixels. */
export const stage = { width: 1280, height: 720 } as const;
/** What a committed file may weigh, in bytes. */
export const limits = { film: 1_500_000, poster: 40_000, pairAvif: 60_000, pairJpg: 120_000 } as const;

/** One silent film: its page lies in `pages/<name>/`, its files carry its name; its captions (.vtt) are written by hand. */
export interface Film {
  readonly name: string;
  /** Length in seconds. */
  readonly duration: number;
  /** Instant of the frame that stands for the film before it plays, in seconds. */
  readonly posterAt: number;
  /** x264's constant rate factor: lower is finer and heavier. */
  readonly crf: number;
}

const sale: Film = {
  name: 'film-vente',
  duration: 25,
  posterAt: 15.2,
  crf: 19,
};

const call: Film = {
  name: 'film-etape',
  duration: 16,
  posterAt: 3.2,
  crf: 18,
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
