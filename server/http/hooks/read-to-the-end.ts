import type { FastifyInstance } from 'fastify';

/** A larger body is not worth reading: its connection is closed. In bytes. */
const WORTH_READING_BYTES = 1024 * 1024;

/**
 * Keeps the connection open after a body that was refused unread, so that Node reads the rest and throws it away.
 * Closing while a client still sends has its system discard the answer (RFC 9112, section 9.6); a proxy then reports
 * that the site is down.
 */
export function readToTheEnd(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const length = Number(request.headers['content-length']);
    if (reply.statusCode === 413 && length <= WORTH_READING_BYTES) reply.removeHeader('connection');
  });
}
