/** One address that a mail can go to, with a dot in its domain, and nothing that a mail program could take for two. */
const MAIL_ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\.]+(\.[^\s@<>,;:"()[\]\\.]+)+$/;

/** Characters. */
export const LONGEST_EMAIL = 254;

/** Whether mail can be sent to the text as it is: the one rule for forms, mails and settings. */
export function isMailAddress(text: string): boolean {
  return text.length <= LONGEST_EMAIL && MAIL_ADDRESS.test(text);
}

/** What is wrong with a trimmed address, in French; undefined when mail can be sent to it. */
export function faultOfEmail(text: string): string | undefined {
  if (isMailAddress(text)) return undefined;
  const at = text.lastIndexOf('@');
  if (at === -1) return 'L’adresse e-mail doit contenir un «\u202f@\u202f».';
  if (at === 0) return 'Il manque le début de l’adresse e-mail, avant le «\u202f@\u202f».';
  if (isMailAddress(`${text}.ch`))
    return 'Il manque la fin de l’adresse e-mail. Écrivez le domaine en entier, par exemple «\u202fentreprise.ch\u202f».';
  return 'L’adresse e-mail n’est pas valable. Vérifiez qu’elle ne contient ni espace ni signe de trop.';
}
