/** A company at which calls can be booked instead. */
export type SchedulingProvider = 'calendly' | 'cal';

/** A scheduling provider and the page of the 15-minute event there. */
export interface ProviderBooking {
  readonly way: SchedulingProvider;
  /** Public address of the event, e.g. `https://calendly.com/someone/15min`. */
  readonly page: string;
}

/**
 * How the call is asked for. `own`: on this site's own pages, in the hours of content/availability.ts. `calendly`,
 * `cal`: at a scheduling provider. `message`: the visitor writes, and the hour is settled by message.
 */
export type Booking = { readonly way: 'own' | 'message' } | ProviderBooking;

export type BookingWay = Booking['way'];

/** One thing for each place where the hour is chosen. */
interface ByPlace<T> {
  readonly own: T;
  /** Whatever the provider. */
  readonly provider: (booking: ProviderBooking) => T;
  readonly message: T;
}

/** What holds for a way to ask for a call; a way that is added here is named by the compiler wherever one is switched on. */
export function byWay<T>(booking: Booking, of: ByPlace<T>): T {
  switch (booking.way) {
    case 'own':
      return of.own;
    case 'calendly':
    case 'cal':
      return of.provider(booking);
    case 'message':
      return of.message;
  }
}

/**
 * The parameter under which a provider takes the reference to a lead from the address of its page, keeps it with the
 * call and sends it along with each webhook.
 * Calendly's say it as `tracking.utm_content`, Cal.com's as `metadata.ref`.
 * @see https://cal.com/help/embedding/prefill-booking-form-embed
 */
const REFERENCE_PARAMETER: Readonly<Record<SchedulingProvider, string>> = {
  calendly: 'utm_content',
  cal: 'metadata[ref]',
};

/** Address of the provider's page with the signed reference to the visitor's lead, once that is known. */
export function pageWithReference({ way, page }: ProviderBooking, reference: string | undefined): string {
  if (!reference) return page;
  const [address = '', ...fragment] = page.split(/(?=#)/);
  const said = [REFERENCE_PARAMETER[way], reference].map(encodeURIComponent).join('=');
  return `${address}${address.includes('?') ? '&' : '?'}${said}${fragment.join('')}`;
}

/** The name of the buttons by which somebody without JavaScript says which of two numbers is meant. */
export const CHOSEN_PHONE = 'numero';
/** The id of the part of step 2 in which the call is booked. */
export const BOOKING_SECTION = 'rendez-vous';
/** The id of the part of a call's page that cancels it; without it, the call can no longer be cancelled. */
export const CANCELLING = 'annuler';
/** The id of the part of /validation that speaks of the call; the server puts the call in its place. */
export const CALL_SECTION = 'appel';
/** On that part while no call is known: step 2 is not done then. */
export const NOT_BOOKED = 'data-not-booked';
/** The id of the section of /validation with the chat button. The server removes it if the call was cancelled or has ended. */
export const CHAT_SECTION = 'message';
/** The parameter of /validation's query that names a call, by the token of its page. */
export const CALL_QUERY = 'appel';
/** Of the element of step 2 into which the server writes the first free times. */
export const TIMES_AHEAD = 'data-times-ahead';
