import { randomBytes } from 'node:crypto';

import { ISLAND_FAULTS } from '#domain/island-faults.ts';

/** The path of a request target; the query may hold a name and an e-mail. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

/** A path with its escapes decoded; as it is where one of them cannot be. */
export function decoded(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Paths that end with a secret token, given to one person only. */
const LINK_PATHS = ['/suivi/', '/effacement/', '/rendez-vous/', '/audit/', '/api/audits/'];

const TOKEN_BYTES = 24;

/**
 * A new token for such a path, of 192 random bits. It ends in a letter or a digit: mail programs take a dash or an
 * underscore at the end of an address for punctuation, and lead to the address without it.
 */
export function newToken(random: (bytes: number) => Buffer = randomBytes): string {
  for (;;) {
    const token = random(TOKEN_BYTES).toString('base64url');
    if (/[A-Za-z0-9]$/.test(token)) return token;
  }
}

/** Characters. */
const TOKEN_LENGTH = (TOKEN_BYTES * 4) / 3;

/**
 * The tokens that one from an address may be. Those that earlier versions gave could end in a dash or an underscore, which
 * mail programs leave out of the link: one sign too few may be either. Whoever has the other 31 has 186 random bits, as hard
 * to guess; nothing here compares them, the database looks them up by its index.
 */
export function tokensMeant(token: string): string[] {
  return token.length === TOKEN_LENGTH - 1 ? [`${token}-`, `${token}_`] : [token];
}

/** The path of such a page without its token; undefined for every other path. */
export function linkPath(path: string): string | undefined {
  return LINK_PATHS.find((start) => path.startsWith(start));
}

/** The paths that the server answers itself and that hold no token. */
export const SERVER_PATHS = [
  '/api/leads',
  '/api/challenge',
  ISLAND_FAULTS,
  '/api/slots',
  '/api/bookings',
  '/api/audits',
  '/api/hooks/calendly',
  '/api/hooks/cal',
  '/rendez-vous',
];
