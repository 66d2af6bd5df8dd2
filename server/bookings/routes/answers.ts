import type { FastifyReply } from 'fastify';
import type { Instant } from '#domain/instant.ts';
import { isoInstant } from '#domain/wall-clock.ts';
import { type Refused, sendRefusal } from '../../http/errors.ts';

export interface BookingRefused extends Refused {
  /** Free times to offer instead of the wanted one. */
  readonly next?: readonly Instant[] | undefined;
}

/** Sends the refusal as JSON (RFC 9457), with the times that can be had instead. */
export function sendBookingRefusal(reply: FastifyReply, refused: BookingRefused): FastifyReply {
  return sendRefusal(reply, refused, refused.next && { slots: refused.next.map(isoInstant) });
}
