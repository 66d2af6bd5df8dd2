import type { FastifyInstance } from 'fastify';

/** The content type of a form that a browser posts without JavaScript. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Makes the body of a posted form `URLSearchParams`. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser<string>(
    FORM_TYPE,
    { parseAs: 'string' },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  );
}
