import type { Booking } from '#domain/booking.ts';

/** What makes a transfer to the United States lawful: a certified recipient, or clauses signed with it (LPD art. 16). */
export type Safeguard = 'framework' | 'clauses';

export interface Hosting {
  readonly name: string;
  readonly city: string;
  readonly country: string;
  /** How long the technical log is kept, in words: « 30 jours ». */
  readonly logRetention: string;
}

/** Who answers for a house: what LCD art. 3 al. 1 let. s and LPD art. 19 ask a site to say. */
export interface Identity {
  readonly brand: string;
  /** Name in the commercial register. */
  readonly legalName: string;
  /** « Sàrl », « SA », « raison individuelle ». */
  readonly legalForm: string;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  readonly country: string;
  /** IDE: `CHE-123.456.789`. */
  readonly uid: string;
  /** Office that keeps the entry: « Registre du commerce du canton de Vaud ». */
  readonly register: string;
  readonly email: string;
  readonly phone: string;
  /** Who signs for the house and answers for its content. */
  readonly representative: string;
  readonly hosting: Hosting;
  readonly chatProvider: 'WhatsApp';
  /** Whether the server counts visits (content/visits.ts). */
  readonly countsVisits: boolean;
}

/** The evidence for the three figures of `/sales`; LCD art. 13a lets a judge ask for it. */
export interface Claims {
  /** ISO date at which the figures were last counted. */
  readonly countedOn: string;
  /** Where the evidence is kept and who can show it. */
  readonly evidence: string;
  /** What exactly was counted, a noun phrase each, without a final stop. */
  readonly pages: string;
  readonly revenue: string;
  readonly years: string;
}

/** The agency receives leads, so it has more to say than a house that only shows itself. */
export interface AgencyIdentity extends Identity {
  /** How a call is asked for. */
  readonly booking: Booking;
  /** Under which guarantee a scheduling provider receives data, where calls are booked at one. */
  readonly bookingSafeguard: Safeguard;
  /** Whose servers carry the mails to visitors and to the agency. */
  readonly mailProvider: { readonly name: string; readonly country: string };
  readonly recordsSafeguard: Safeguard;
  /** How many months a lead without a contract is kept after the last exchange; the server's daily job deletes it then. */
  readonly leadRetentionMonths: number;
  readonly claims: Claims;
}
