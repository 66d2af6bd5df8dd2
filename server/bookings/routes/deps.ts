import type { Availability } from '#domain/availability.ts';
import type { Booking } from '#domain/booking.ts';
import type { Instant } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import type { FormProofs } from '../../http/limits/form-proof.ts';
import type { ServiceLimit } from '../../http/limits/shared-rate-limit.ts';
import type { Bookings } from '../bookings.ts';
import type { FormIds } from '../form-id.ts';
import type { FreeTimes } from '../free-times.ts';
import type { RushBrake } from '../rush.ts';

/** What the booking routes need. */
export interface BookingDeps {
  /** How a call is asked for. Where it is not booked here, only the calls that were booked here stay. */
  readonly booking: Booking;
  readonly bookings: Bookings;
  readonly times: FreeTimes;
  readonly availability: Availability;
  /** Limits one client's tries to book and to move, within a minute. */
  readonly limit: ServiceLimit;
  /** Limits the calls that one client books in 24 hours. */
  readonly dayLimit: ServiceLimit;
  readonly proofs: Pick<FormProofs, 'check'>;
  readonly formIds: FormIds;
  /** A keyed hash of the network of a client. */
  readonly clientHash: (client: string) => string;
  /** Decides which bookings wait for the owner's word. */
  readonly rush: RushBrake;
  /** Tells the owner that bookings wait; once for each rush. */
  readonly onHeld: () => Promise<void>;
  /** The id of the lead that a signed reference names; undefined when the reference is not valid. */
  readonly leadOf: (reference: string) => string | undefined;
  /** The signed reference to a lead. */
  readonly referenceOf: (leadId: string) => string;
  /** Name and e-mail of a lead; undefined when it was erased. */
  readonly personOf: (leadId: string) => Promise<Pick<Lead, 'name' | 'email'> | undefined>;
  readonly now: () => Instant;
  /** Origin of the site. */
  readonly publicUrl: string;
}
