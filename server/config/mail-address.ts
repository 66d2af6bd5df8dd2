/** One address that a mail can go to, and nothing that a mail program could take for two. */
const MAIL_ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\.]+(\.[^\s@<>,;:"()[\]\\.]+)+$/;

/** Whether mail can be sent to the text as it is. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && MAIL_ADDRESS.test(text);
}

/** Whether it can stand in a header that every mail server takes (RFC 6532 is not supported by all). */
export function isAsciiAddress(text: string): boolean {
  return isMailAddress(text) && /^[\x21-\x7e]+$/.test(text);
}

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}
