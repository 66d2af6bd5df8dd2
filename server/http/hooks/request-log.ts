import type { FastifyInstance } from 'fastify';
import type { Log } from '../../system/log.ts';
import { linkPath, pathOf, SERVER_PATHS } from '../addresses.ts';

/** The addresses of the built site. */
type Site = Pick<ReadonlyMap<string, unknown>, 'has'>;

/**
 * Logs one line for each answer: method, path without its query, status, duration in milliseconds. None of these is
 * personal, so the lines skip the redaction that all others go through.
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

/** The path to log. An unknown path is replaced, as it may hold anything that was typed, such as an e-mail address. */
function knownPath(path: string, site: Site): string {
  const link = linkPath(path);
  if (link !== undefined) return `${link}…`;
  const ours = SERVER_PATHS.includes(path) || site.has(path);
  return ours ? path : '(inconnue)';
}
