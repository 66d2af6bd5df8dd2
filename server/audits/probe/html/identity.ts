import type { Contact, Identity } from '../../facts/page-facts.ts';

const COMPANY =
  /\b(s\.?[aà]\.?r\.?l\.?|sagl|gmbh|snc|association|fondation|stiftung|verein|raison individuelle|coop(é|e)rative)(?!\p{L})|\bCHE[-\s]?\d{3}\.?\d{3}\.?\d{3}/iu;
/** In capitals alone: « sa » is a word of any sentence. */
const COMPANY_IN_CAPITALS = /\b(SA|S\.A\.|AG)(?!\p{L})/u;
/** A Swiss or Liechtenstein code of four digits with a place behind it; a year is none. */
const PLACE =
  /(?<![\d.,’'])(?<!\b([Dd]epuis|[Dd]ès|[Ee]n|[Ss]ince|[Ss]eit|©)\s)(CH-|FL-)?[1-9]\d{3}\s+\p{Lu}[\p{L}’'-]{2,}/u;
const STREET =
  /\b(rue|avenue|av\.|chemin|ch\.|route|place|boulevard|quai|ruelle|passage|impasse)\s[^.;]{2,50}?\s\d{1,4}\b|\p{L}+(strasse|weg|gasse|platz)\s\d{1,4}\b/iu;
/** As Swiss numbers are written, or any with its country's code. */
const PHONE =
  /(?<![\d.,/])(?:(?:\+|00)[1-9]\d{1,2}[ \u00a0\u202f./()-]{0,3}(?:\d[ \u00a0\u202f./()-]{0,2}){7,10}(?![ \u00a0\u202f]?\d)|0\d{2}[ \u00a0\u202f./-]{0,3}\d{3}[ \u00a0\u202f./-]?\d{2}[ \u00a0\u202f./-]?\d{2}(?!\d))/u;
const EMAIL = /[\w.+-]+\s?(@|\(at\)|\[at\])\s?[\w-]+(\.[\w-]+)+/i;

/** Which parts of a company's identity a text shows. What it says is not kept. */
export function identityOf(text: string): Identity {
  return {
    company: COMPANY.test(text) || COMPANY_IN_CAPITALS.test(text),
    postalAddress: PLACE.test(text) || STREET.test(text),
    email: EMAIL.test(text),
  };
}

/** Which ways to get in touch a text shows. What it says is not kept. */
export function writtenIn(text: string): NonNullable<Contact['written']> {
  return { phone: PHONE.test(text), email: EMAIL.test(text) };
}
