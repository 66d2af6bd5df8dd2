/**
 * What a mail server's refusal for good (5xx) speaks of.
 * - `mailbox`: this mailbox does not exist; the mail will never arrive.
 * - `sender`: whoever sends has spent a quota, is suspended or is not trusted; every mail fares alike, until that is over.
 * - `else`: this mail, in words that say neither: a full mailbox, a filter, a rule.
 */
export type Refusal = 'mailbox' | 'sender' | 'else';

/**
 * Enhanced status codes (RFC 3463) that say so by themselves. 5.1.10 is the null MX of RFC 7505 and, at Exchange, an
 * address that nobody has.
 */
const NO_MAILBOX_CODES = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'];

/** Answers without such a code, or under one that means anything (5.0.0, 5.5.0, 5.7.1). */
const NO_MAILBOX =
  /\b(?:user|recipient|addressee|address|mailbox|account|alias)(?: \w+)? (?:is )?(?:unknown|not found|invalid|does(?: not|n['’]t) exist)\b|\bunknown (?:user|recipient|mailbox|address|local part|account)\b|\bno such (?:user|recipient|mailbox|address|account|person)\b|\b(?:does(?: not|n['’]t)) (?:exist|have an? \S* ?account)\b|\bmailbox (?:unavailable|not found|name not allowed)\b|\binvalid (?:recipient|mailbox|user)\b|\bno mailbox here\b|\bunrouteable address\b|\baccount (?:has been |is )?(?:closed|disabled|discontinued)\b|\b(?:adresse|destinataire|utilisateur) inconnue?\b|\bn['’]existe pas\b|\bempfänger unbekannt\b/i;

/** A mail that is too large; a mailbox that has no room, or that others write to at this moment, has an owner all the same. */
const OF_ROOM =
  /\b5\.(?:2\.[23]|3\.4)\b|\bmessage (?:size|file)\b|\b(?:mailbox|user|account|inbox|quota|storage)\b[^.]*\bfull\b|\bover (?:storage )?quota\b|\bout of storage\b|\breceiving mail (?:at a rate|too quickly)|\breceiving email\b/i;

/** Words for a sender's quota, rate, suspension or standing. */
const OF_SENDER =
  /\bquotas?\b|\blimit(?:s|e)?\b|\boverlimit\b|\b(?:rate|ratelimit(?:ed)?|throttl\w*)\b|\bexceed(?:s|ed)?\b|\btoo (?:many|much)\b|\bsuspend\w*|\bsuspendue?\b|\bblocke?d?\b|\bbloqué\w*|\bbloquee?\b|\b(?:black|block)[ -]?list\w*|\blisted\b|\bspamhaus\b|\bspam abuse\b|\boutbound|\boutgoing\b|\bbad (?:outbound )?sender\b|\bsender (?:address )?(?:rejected|denied|verify)|\bsend ?as ?denied|\bnot (?:authorized|allowed) to send\b|\brelay(?:ing)? (?:access )?denied\b|\bunable to relay\b|\breputation\b|\bpolicy violation\b|\bunusual\b|\bDMARC\b|\bSPF\b|\bDKIM\b|\bunauthenticated\b|\bauthentication required\b/i;
/** Codes that are about the sender: sender's address and system, routing limits, policy with a tenant's threshold. */
const OF_SENDER_CODES = ['5.1.7', '5.1.8', '5.4.5'];

/** A server that asks for another attempt means 4xx, whatever number it says. */
const LATER =
  /\btry (?:again )?later\b|\btry again\b|\btemporar\w*|\bdeferred\b|\bréessayez\b|\b4\.\d\.\d{1,3}\b/i;

/** Reads what a refusal says: its code and its words, which are not always of one mind. Then the mail waits. */
export function readRefusal(response: string): Refusal {
  // An address, or that of a help page, may hold any of the words.
  const words = response.replace(/<[^>]*>|\S+@\S+|https?:\/\/\S+/g, ' ').replace(/\s+/g, ' ');
  const codes = [...words.matchAll(/(?<![\d.])#?(5\.\d\.\d{1,3})(?![\d.])/g)].map(([, code = '']) => code);
  if (OF_ROOM.test(words)) return 'else';
  if (OF_SENDER.test(words) || codes.some((code) => OF_SENDER_CODES.includes(code))) return 'sender';
  if (LATER.test(words)) return 'else';
  if (codes.some((code) => NO_MAILBOX_CODES.includes(code)) || NO_MAILBOX.test(words)) return 'mailbox';
  return 'else';
}

/** Whether what is kept of a failure is a refusal for good (5xx) that speaks of the sender. */
export function isOfSender(kept: string): boolean {
  return /(?:^|[\s:])5\d\d[ -]/.test(kept) && readRefusal(kept) === 'sender';
}

/** Whether what is kept of a failure says that the mailbox does not exist. */
export function isOfMailbox(kept: string): boolean {
  return readRefusal(kept) === 'mailbox';
}
