import { cleanText } from '#domain/text.ts';

/** What was typed into a field, cleaned; empty when the field is missing or no text. */
export function typedText(value: unknown): string {
  return typeof value === 'string' ? cleanText(value) : '';
}
