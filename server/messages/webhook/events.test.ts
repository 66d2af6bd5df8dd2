import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { messageKinds } from '#server/start/all-message-kinds.ts';
import { type JsonSchema, schemaOf } from './event.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: true });
(formats as unknown as (ajv: Ajv2020) => void)(ajv);

/** The events that WEBHOOK_URL is told, by their type. */
const events: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.values(messageKinds).flatMap((kind) =>
    'events' in kind ? Object.entries(kind.events).map(([type, event]) => [type, schemaOf(type, event)]) : [],
  ),
);

describe('the events of WEBHOOK_URL', () => {
  // With `-u` Vitest writes the file anew.
  it('docs/webhook-events.schema.json is what the sources say', async () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'What WEBHOOK_URL is told',
      oneOf: Object.values(events),
    };
    const file = join(import.meta.dirname, '../../../docs/webhook-events.schema.json');
    await expect(`${JSON.stringify(schema, undefined, 2)}\n`).toMatchFileSnapshot(file);
  });

  it.each(Object.entries(events))('the example of %s fits its schema', (_, schema) => {
    const [example] = schema.examples as unknown[];
    expect(ajv.validate(schema, example), ajv.errorsText()).toBe(true);
  });
});
