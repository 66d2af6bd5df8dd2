/** A JSON Schema (draft 2020-12), or a part of one. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** An event that a webhook tells, for whoever writes its receiver (docs/webhook-events.schema.json). */
export interface WebhookEvent {
  /** What it says, English. */
  readonly means: string;
  /** The properties of `data`, all of them required but `optional`. */
  readonly data: Readonly<Record<string, JsonSchema>>;
  readonly optional?: readonly string[];
  /** A `data` as it is sent. */
  readonly example: object;
}

export const INSTANT: JsonSchema = { type: 'string', format: 'date-time' };

/** The schema of a whole event: type, time, and what it is about. */
export function schemaOf(type: string, { means, data, optional = [], example }: WebhookEvent): JsonSchema {
  const required = Object.keys(data).filter((name) => !optional.includes(name));
  return {
    description: means,
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { const: type },
      timestamp: INSTANT,
      data: { type: 'object', required, properties: data, additionalProperties: false },
    },
    additionalProperties: false,
    examples: [{ type, timestamp: '2026-11-24T08:30:00.000Z', data: example }],
  };
}
