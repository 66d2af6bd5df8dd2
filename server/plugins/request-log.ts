import type { FastifyInstance } from 'fastify';
import type { Log } from './log.ts';

/** The addresses of the built site. */
type Site = Pick<ReadonlyMap<string, unknown>, 'has'>;

/**
 * One line for each answer: method, path without its query, status, duration in milliseconds. What it holds is
 * named here one by one and is never personal, so it is spared the search for what must be blotted out.
 */
export function logAnswers(app: FastifyInstance, log: Log, site: Site): void {
  const answers = log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const { id: reqId, method, url } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    answers.info({ reqId, method, path: knownPath(pathOf(url), site), status: reply.statusCode, ms });
    done();
  });
}

/** The path of a request target; the query may hold a name and an e-mail. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

/** The pages behind links that only whoever has the mail may follow: the rest of their path is a key. */
const LINK_PATHS = ['/suivi/', '/effacement/', '/rendez-vous/'];

/** What comes before the key in the path of such a page; undefined for every other path. */
export function linkPath(path: string): string | undefined {
  return LINK_PATHS.find((start) => path.startsWith(start));
}

/** The addresses that no page of the site has. */
const SERVER_PATHS = ['/api/leads', '/api/challenge', '/api/slots', '/api/bookings', '/rendez-vous'];

/** A path that leads to nothing is whatever somebody typed, and may be a name or an e-mail too. */
function knownPath(path: string, site: Site): string {
  const link = linkPath(path);
  if (link !== undefined) return `${link}…`;
  const ours = SERVER_PATHS.includes(path) || site.has(path.replace(/(?<=.)\/$/, ''));
  return ours ? path : '(inconnue)';
}
