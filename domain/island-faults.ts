/** Where a page's script tells that an island met a page that it did not expect: a POST with `island` and `fault`. */
export const ISLAND_FAULTS = '/api/island-faults';

/** The islands of the site (`*.island.tsx`), by which their faults are counted. */
export const ISLANDS = ['LeadForm', 'OwnBooking', 'Booking', 'Audit', 'Film', 'Compare'] as const;

/**
 * `rendered-anew`: the page differed from what React renders (an extension, a translation), so React made the island
 * anew. `failed`: React could not go on, and the island is the plain HTML that it was.
 */
export const FAULTS_OF_ISLANDS = ['rendered-anew', 'failed'] as const;

export type IslandFault = (typeof FAULTS_OF_ISLANDS)[number];
