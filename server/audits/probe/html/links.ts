import type { Contact, PageFacts } from '../../facts/page-facts.ts';
import { attribute, type Element, textOf } from './tree.ts';

const MESSENGERS = /^(wa\.me|api\.whatsapp\.com|m\.me|t\.me|signal\.me|calendly\.com|cal\.com|threema\.id)$/;
const CONTACT =
  /\b(contact|kontakt|contatti|contactez|rendez-vous|nous (é|e)crire|devis|r(é|e)servation|termin)/i;
const IDENTITY =
  /mentions?[ -]l(é|e)gales?|impressum|imprint|note legali|informations? l(é|e)gales?|legal[ -]?notice|\/legal(\/|$)/i;
const PRIVACY =
  /confidentialit(é|e)|protection[ -]des[ -]donn(é|e)es|politique[ -]de[ -]donn(é|e)es|donn(é|e)es[ -]personnelles|vie[ -]priv(é|e)e|datenschutz|privacy|data[ -]protection|protezione dei dati|rgpd|\bnlpd\b/i;

interface Link {
  readonly href: string;
  readonly text: string;
}

/** What a page offers to get in touch with one gesture, and whether it links a page for it. */
export function contactFacts(elements: readonly Element[], url: string): Contact {
  const links = linksOf(elements);
  const messengers = links.filter(({ href }) => {
    const target = URL.parse(href, url);
    return (
      target !== null &&
      (MESSENGERS.test(target.hostname) || /^(whatsapp|sms|tg|sgnl):/.test(target.protocol))
    );
  });
  return {
    tel: links.filter(({ href }) => /^tel:\+?[\d ().-]/i.test(href)).length,
    mailto: links.filter(({ href }) => /^mailto:[^?]+@/i.test(href)).length,
    other: messengers.length,
    page: links.some(({ href, text }) => CONTACT.test(text) || CONTACT.test(pathOf(href, url))),
  };
}

/** The page's links to its legal notice and its privacy notice, absolute. */
export function legalLinks(elements: readonly Element[], url: string): PageFacts['legalLinks'] {
  const links = linksOf(elements);
  const find = (pattern: RegExp, except?: RegExp) => {
    const fits = ({ href, text }: Link) => {
      const path = pathOf(href, url);
      return (pattern.test(text) || pattern.test(path)) && !(except?.test(text) ?? false);
    };
    const found = links.find(
      (link) => fits(link) && /^https?:/.test(URL.parse(link.href, url)?.protocol ?? ''),
    );
    return found && URL.parse(found.href, url)?.href.slice(0, 2_000);
  };
  const identity = find(IDENTITY, PRIVACY) ?? find(IDENTITY);
  const privacy = find(PRIVACY);
  return { ...(identity && { identity }), ...(privacy && { privacy }) };
}

function linksOf(elements: readonly Element[]): readonly Link[] {
  return elements
    .filter((element) => element.tagName === 'a' && attribute(element, 'href') !== undefined)
    .map((element) => ({
      href: (attribute(element, 'href') ?? '').trim(),
      text: `${textOf(element, 300)} ${attribute(element, 'aria-label') ?? ''}`,
    }));
}

function pathOf(href: string, url: string): string {
  const path = URL.parse(href, url)?.pathname ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
