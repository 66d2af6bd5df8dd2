/** One address that a mail can go to, and nothing that a mail program could take for two. */
const MAIL_ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\.]+(\.[^\s@<>,;:"()[\]\\.]+)+$/;

/** Whether mail can be sent to the text as it is. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && MAIL_ADDRESS.test(text);
}

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}
