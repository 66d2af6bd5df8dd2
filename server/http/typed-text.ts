/** What was typed into a field, trimmed; empty when the field is missing or no text. */
export function typedText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
