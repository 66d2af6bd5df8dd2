/** The path of a request target; the query may hold a name and an e-mail. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

/** What stands behind links that only whoever was given them may follow: the rest of their path is a key. */
const LINK_PATHS = ['/suivi/', '/effacement/', '/rendez-vous/', '/audit/', '/api/audits/'];

/** What comes before the key in the path of such a page; undefined for every other path. */
export function linkPath(path: string): string | undefined {
  return LINK_PATHS.find((start) => path.startsWith(start));
}

/** The addresses that the server answers itself, without a key in them. */
export const SERVER_PATHS = [
  '/api/leads',
  '/api/challenge',
  '/api/slots',
  '/api/bookings',
  '/api/audits',
  '/rendez-vous',
];
