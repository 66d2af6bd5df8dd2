import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type JsonSchema, schemaOf } from '#server/messages/webhook/event.ts';
import { messageKinds } from '#server/start/message-kinds.ts';
import { paths } from './paths.ts';
import { schemas } from './schemas.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The events that WEBHOOK_URL is told, by their type. */
export const events: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.values(messageKinds).flatMap((kind) =>
    'events' in kind ? Object.entries(kind.events).map(([type, event]) => [type, schemaOf(type, event)]) : [],
  ),
);

/** OpenAPI 3.1 of all that other programs rely on. */
export const api = {
  openapi: '3.1.0',
  info: {
    title: 'oui-48',
    version,
    description:
      'What another program, or a link in a mail, relies on. Written from the sources by tests/service/openapi.test.ts; do not edit by hand.',
    license: { name: 'UNLICENSED' },
  },
  servers: [{ url: 'http://localhost:3000' }],
  paths,
  webhooks: Object.fromEntries(
    Object.entries(events).map(([type, schema]) => [
      type,
      {
        post: {
          summary: schema.description,
          description: 'To WEBHOOK_URL, signed by Standard Webhooks',
          requestBody: { content: { 'application/json': { schema } } },
          responses: { '2XX': { description: 'taken' }, 410: { description: 'never again' } },
        },
      },
    ]),
  ),
  components: { schemas },
};

/** Both documents, by their files. */
export const documents: Readonly<Record<string, string>> = {
  'docs/openapi.yaml': stringify(api, { aliasDuplicateObjects: false, lineWidth: 120 }),
  'docs/webhook-events.schema.json': `${JSON.stringify(
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'What WEBHOOK_URL is told',
      oneOf: Object.values(events),
    },
    undefined,
    2,
  )}\n`,
};
