/** A scheduling provider and the page of the 15-minute event there. */
export interface Booking {
  readonly provider: 'calendly' | 'cal.com';
  /** Public address of the event, e.g. `https://calendly.com/someone/15min`. */
  readonly page: string;
}
