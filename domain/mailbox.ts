/** Two names of one provider, which ignores dots before the @. */
const DOTLESS = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
]);

/**
 * What all spellings of one mailbox have in common: in lower case, without its `+tag`, and without dots where its
 * provider ignores them. For counting only: mails go to the address as it was given.
 */
export function mailboxKey(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  if (at < 0) return address;
  const domain = address.slice(at + 1);
  const local = address.slice(0, at);
  const tag = local.indexOf('+');
  // A plus at the very beginning begins no tag: nothing would be left of the name.
  const name = tag > 0 ? local.slice(0, tag) : local;
  const provider = DOTLESS.get(domain);
  return provider === undefined ? `${name}@${domain}` : `${name.replaceAll('.', '')}@${provider}`;
}
