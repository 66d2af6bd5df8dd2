import { type Lead, leadContent } from '#domain/lead.ts';
import { FIELD_NAMES, ruleOf } from '#domain/lead-fields.ts';

/**
 * The lead to send again out of a stored entry, its id empty when the entry has none; undefined when the entry is
 * damaged beyond sending. Whether it is valid is for the server to say.
 */
export function fromPending(entry: unknown): Lead | undefined {
  const kept = Object(entry) as Record<string, unknown>;
  if (FIELD_NAMES.some((field) => ruleOf(field).required === 'always' && !isText(kept[field])))
    return undefined;
  const content = leadContent((field) => textOf(kept[field]));
  return { ...content, id: textOf(kept.leadId), status: 'Cold' };
}

function textOf(value: unknown): string {
  return isText(value) ? value : '';
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
