/** A scheduling provider and the page of the 15-minute event there. */
export interface ProviderBooking {
  readonly provider: 'calendly' | 'cal.com';
  /** Public address of the event, e.g. `https://calendly.com/someone/15min`. */
  readonly page: string;
}

/** Where the call is booked: on this site's own pages, or at a scheduling provider. */
export type Booking = { readonly provider: 'own' } | ProviderBooking;

/** The id of the part of step 2 in which the call is booked. */
export const BOOKING_SECTION = 'rendez-vous';
/** The id of the part of /validation that speaks of the call; the server puts the call in its place. */
export const CALL_SECTION = 'appel';
/** On that part while no call is known: step 2 is not done then. */
export const NOT_BOOKED = 'data-not-booked';
/** The parameter of /validation's query that names a call, by the token of its page. */
export const CALL_QUERY = 'appel';
/** Of the element of step 2 into which the server writes the first free times. */
export const TIMES_AHEAD = 'data-times-ahead';
