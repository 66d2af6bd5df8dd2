import { LEAD_FIELDS } from '#domain/lead-fields.ts';
import { hasForbiddenCharacter, lengthOf } from '#domain/text.ts';

/** Characters; longer than any that the server signs. */
const LONGEST_REFERENCE = 100;

/** What a visitor already told us, as the address carries it to the next step. */
export interface Prefill {
  readonly name?: string;
  readonly email?: string;
}

/**
 * Reads `name` and `email` out of a query string. A value that no lead could have (too long, control characters,
 * bytes that are not UTF-8) is left out: it is never shown and never passed on.
 */
export function readPrefill(search: string): Prefill {
  const query = new URLSearchParams(search);
  const name = believable(query.get('name'), LEAD_FIELDS.name.max);
  const email = believable(query.get('email'), LEAD_FIELDS.email.max);
  return { ...(name && { name }), ...(email?.includes('@') && { email }) };
}

/** The signed reference to the visitor's lead, as the answer to a form carries it. */
export function readReference(search: string): string | undefined {
  return believable(new URLSearchParams(search).get('ref'), LONGEST_REFERENCE);
}

function believable(value: string | null, max: number): string | undefined {
  const text = value?.trim() ?? '';
  const decoded = !text.includes('\ufffd') && !hasForbiddenCharacter(text);
  return text !== '' && decoded && lengthOf(text) <= max ? text : undefined;
}
