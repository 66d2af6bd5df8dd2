/** A phone number as it is read: never broken at the end of a line. */
export function unbrokenPhone(phone: string): string {
  return phone.replace(/\s/g, '\u00a0');
}

/** An address as it is read: the postcode stays with its town. */
export function unbrokenAddress(address: string): string {
  return address.replace(/(\d{4}) (?=\S)/g, '$1\u00a0');
}
