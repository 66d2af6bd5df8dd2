import type { Contact, Identity } from '../../facts/page-facts.ts';
import { attribute, type Element } from './tree.ts';

/** Swiss, French, German and Italian forms of a company, and the numbers of their registers. */
const COMPANY =
  /\b(s\.?[aà]\.?r\.?l\.?|sagl|gmbh|snc|e\.?u\.?r\.?l\.?|sasu|scop|scic|selarl|s\.?r\.?l\.?|association|fondation|stiftung|verein|raison individuelle|entreprise individuelle|(auto|micro)[- ]?entrepr(eneur|eneuse|ise)|coop(é|e)rative)(?!\p{L})|\bCHE[-\s]?\d{3}\.?\d{3}\.?\d{3}|\b(siret|siren|rcs|r\.c\.s\.)(?!\p{L})[^\d]{0,40}\d{3}[ .]?\d{3}[ .]?\d{3}\b|\bHR[AB]\s?\d{2,}/iu;
/** In capitals alone: « sa » is a word of any sentence. */
const COMPANY_IN_CAPITALS = /(?<!\p{L})(SA|S\.A\.|SAS|S\.A\.S\.|SCI|SNC|EI|AG)(?![\p{L}\d])/u;
/** A code with a place behind it, four digits in Switzerland and Liechtenstein, five in France and Germany; a year is none. */
const PLACE =
  /(?<![\d.,’'])(?<!\b([Dd]epuis|[Dd]ès|[Ee]n|[Ss]ince|[Ss]eit|©)\s)(?:(?:CH|FL|F|FR|D|DE)[-\s]{1,3})?(?:[1-9]\d{3}|\d{5})\s+(?:\p{Lu}[\p{L}’'-]{2,}|(?:Le|La|Les|Au|Aux|St|Bad)\.?\s\p{Lu})/u;
const STREET =
  /\b(rue|avenue|av\.|chemin|ch\.|route|place|boulevard|bd|quai|ruelle|passage|impasse|all(é|e)e|cours|square)\s[^.;]{2,50}?\s\d{1,4}\b|\b\d{1,4}(\s?(bis|ter|[a-d]))?,?\s(rue|avenue|av\.|chemin|route|place|boulevard|bd\.?|quai|impasse|passage|all(é|e)e|cours|square)\s(de\s|du\s|des\s|de la\s|d[’'])?\p{L}{3,}|\p{L}+(strasse|stra\u00dfe|weg|gasse|platz)\s\d{1,4}\b/iu;
/** As Swiss and French numbers are written, or any with its country's code. */
const PHONE =
  /(?<![\d.,/])(?:(?:\+|00)[1-9]\d{1,2}[ \u00a0\u202f./()-]{0,3}(?:\d[ \u00a0\u202f./()-]{0,2}){7,10}(?![ \u00a0\u202f]?\d)|\(?0\d{2}\)?[ \u00a0\u202f./-]{0,3}\d{3}[ \u00a0\u202f./-]?\d{2}[ \u00a0\u202f./-]?\d{2}(?!\d)|0[1-9](?<between>[ \u00a0\u202f./-]?)\d{2}(?:\k<between>\d{2}){3}(?!\d|[.,]\d))/u;
const EMAIL =
  /[\w.+-]+\s?(@|\(at\)|\[at\]|\(a\)|\{at\}|\uff20)\s?[\w-]+((\.|\s?[[({](dot|point|punkt)[\])}]\s?)[\w-]+)+/i;

/** Which parts of a company's identity a text shows. What it says is not kept. */
export function identityOf(said: string): Identity {
  const text = said.normalize('NFC');
  return {
    company: COMPANY.test(text) || COMPANY_IN_CAPITALS.test(text),
    postalAddress: PLACE.test(text) || STREET.test(text),
    email: EMAIL.test(text),
  };
}

/** Which ways to get in touch a text shows. What it says is not kept. */
export function writtenIn(said: string): NonNullable<Contact['written']> {
  const text = said.normalize('NFC');
  return { phone: PHONE.test(text), email: EMAIL.test(text) };
}

/**
 * The e-mail addresses that Cloudflare hides from programs and its script writes back: in hexadecimal, the first byte
 * is the key of the others.
 */
export function hiddenEmails(elements: readonly Element[]): readonly string[] {
  return elements
    .flatMap((element) => [
      attribute(element, 'data-cfemail'),
      /^\/cdn-cgi\/l\/email-protection#(.*)/.exec(attribute(element, 'href') ?? '')?.[1],
    ])
    .flatMap((code) => (code !== undefined && /^([\da-f]{2}){4,160}$/i.test(code) ? [code] : []))
    .slice(0, 50)
    .map((code) => {
      const [key = 0, ...bytes] = Buffer.from(code, 'hex');
      return Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8');
    });
}
