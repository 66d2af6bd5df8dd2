import { type ProviderBooking, pageWithReference } from '#domain/booking.ts';
import type { Prefill } from '../../lead/prefill.ts';

/** What a message out of the provider's frame means to us. */
export type FrameNews = 'alive' | 'booked';

/** The only origin whose messages are believed. */
export function bookingOrigin(booking: ProviderBooking): string {
  return new URL(booking.page).origin;
}

/**
 * Address of the provider's page with what the visitor already told us, and with the reference to their lead, by which
 * the provider's webhooks name it. Both providers read `name` and `email`.
 */
export function visitorPage(booking: ProviderBooking, prefill: Prefill, reference?: string): string {
  const url = new URL(pageWithReference(booking, reference));
  for (const [key, value] of Object.entries(prefill)) url.searchParams.set(key, value);
  return url.href;
}

/**
 * Address of the same page for a frame on `host`.
 * @see https://help.calendly.com/hc/en-us/articles/31618265722775 (Calendly: `embed_domain`, `embed_type`)
 * @see https://cal.com/docs/developing/guides/embeds/embed-events (Cal.com: `/embed`)
 */
export function bookingFrameUrl(
  booking: ProviderBooking,
  prefill: Prefill,
  host: string,
  reference?: string,
): string {
  const url = new URL(visitorPage(booking, prefill, reference));
  url.searchParams.set('embed_domain', host);
  if (booking.way === 'calendly') url.searchParams.set('embed_type', 'Inline');
  else url.pathname = `${url.pathname.replace(/\/$/, '')}/embed`;
  return url.href;
}

/** Reads a message of the provider's frame; undefined when it is none of the provider's. */
export function readFrameMessage(booking: ProviderBooking, data: unknown): FrameNews | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { event, originator, type } = data as Record<string, unknown>;
  const name = booking.way === 'calendly' ? event : originator === 'CAL' ? type : undefined;
  if (typeof name !== 'string') return undefined;
  if (booking.way === 'calendly' && !name.startsWith('calendly.')) return undefined;
  return name === 'calendly.event_scheduled' || name.startsWith('bookingSuccessful') ? 'booked' : 'alive';
}

/**
 * What the frame waits to hear before it shows itself, if anything.
 * @see https://github.com/calcom/cal.com/blob/main/packages/embeds/LIFECYCLE.md (handshake)
 */
export function frameGreeting(booking: ProviderBooking): unknown {
  return booking.way === 'cal' ? { originator: 'CAL', method: 'parentKnowsIframeReady' } : undefined;
}
