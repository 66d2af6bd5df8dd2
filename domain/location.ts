import type { OpeningHours } from './opening-hours.ts';

/** A place where the caterer sells or serves. */
export interface Location {
  /** Also the fragment of its address: `/restaurants#{id}`. */
  readonly id: string;
  readonly name: string;
  readonly location: string;
  readonly type: string;
  /** 0 to 5. */
  readonly rating: number;
  readonly openingHours: OpeningHours;
  readonly phone: string;
  readonly address: string;
  readonly image: string;
  readonly googleMapsUrl?: string;
}
