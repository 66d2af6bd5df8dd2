/** What a link that dials leads to. */
export function dial(phone: string): string {
  return `tel:${phone.replace(/\s/g, '')}`;
}

/** A phone number as it is read: never broken at the end of a line. */
export function unbroken(phone: string): string {
  return phone.replace(/\s/g, '\u00a0');
}
