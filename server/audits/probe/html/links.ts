import type { Contact, PageFacts } from '../../facts/page-facts.ts';
import { attribute, type Element, foldedText, textOf } from './tree.ts';

const MESSENGERS = /^(wa\.me|api\.whatsapp\.com|m\.me|t\.me|signal\.me|calendly\.com|cal\.com|threema\.id)$/;
/** Over folded text, like the two below. */
const CONTACT =
  /\b(contact|kontakt|contatti|contactez|rendez-vous|rdv|nous (ecrire|joindre)|devis|reservation|termin)/i;
const IDENTITY =
  /mentions?[ _-]*(legales?|obligatoires)|\bimpressum|\bimprint\b|note[ _-]legali|infos?(rmations?)?[ _-]*(legales?|juridiques?)|informazioni legali|legal[ _-]?(notice|info|mentions)|\/legal(\/|\.|$)|rechtliches?\b|rechtliche[rns]? (hinweis|angabe|information)|anbieterkennzeichnung|colophon|editeur du site/i;
const PRIVACY =
  /confidentialite|protection[ _-](de[ _-]vos|des?)[ _-]donnees|politique[ _-](de|des|sur les)[ _-]donnees|donnees[ _-](personnelles|a caractere personnel)|vie[ _-]privee|datenschutz|privacy|data[ _-]protection|protezione dei dati|informativa|rgpd|\bdsgvo\b|\bn?lpd\b/i;
/** What Cloudflare puts in the place of an address, so that programs do not find it; a click opens the mail. */
const HIDDEN_EMAIL = /^\/cdn-cgi\/l\/email-protection#[\da-f]{4,}/i;

interface Link {
  readonly href: string;
  readonly text: string;
}

/** What a page offers to get in touch with one gesture, and whether it links a page for it. */
export function contactFacts(elements: readonly Element[], base: string): Contact {
  const links = linksOf(elements);
  const messengers = links.filter(({ href }) => {
    const target = URL.parse(href, base);
    return (
      target !== null &&
      (MESSENGERS.test(target.hostname) || /^(whatsapp|sms|tg|sgnl):/.test(target.protocol))
    );
  });
  return {
    tel: links.filter(({ href }) => /^(tel|callto):(\/\/)?[\s+(]*\d/i.test(unescaped(href))).length,
    mailto: links.filter(({ href }) => /^mailto:[^?]+@/i.test(unescaped(href)) || HIDDEN_EMAIL.test(href))
      .length,
    other: messengers.length,
    page: links.some(({ href, text }) => CONTACT.test(text) || CONTACT.test(pathOf(href, base))),
  };
}

/** The page's links to its legal notice and its privacy notice, absolute. */
export function legalLinks(elements: readonly Element[], base: string): PageFacts['legalLinks'] {
  const links = linksOf(elements);
  const find = (pattern: RegExp, except?: RegExp) => {
    const fits = ({ href, text }: Link) => {
      const path = pathOf(href, base);
      return (pattern.test(text) || pattern.test(path)) && !(except?.test(text) ?? false);
    };
    const found = links.find(
      (link) => fits(link) && /^https?:/.test(URL.parse(link.href, base)?.protocol ?? ''),
    );
    return found && URL.parse(found.href, base)?.href.slice(0, 2_000);
  };
  const identity = find(IDENTITY, PRIVACY) ?? find(IDENTITY);
  const privacy = find(PRIVACY);
  return { ...(identity && { identity }), ...(privacy && { privacy }) };
}

const LINKS = new Set(['a', 'area']);

function linksOf(elements: readonly Element[]): readonly Link[] {
  return elements
    .filter((element) => LINKS.has(element.tagName) && attribute(element, 'href') !== undefined)
    .map((element) => ({
      href: (attribute(element, 'href') ?? '').trim(),
      text: foldedText(
        [
          textOf(element, 300),
          ...['aria-label', 'title', 'alt'].map((name) => attribute(element, name) ?? ''),
        ].join(' '),
      ),
    }));
}

function pathOf(href: string, base: string): string {
  return foldedText(unescaped(URL.parse(href, base)?.pathname ?? ''));
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
