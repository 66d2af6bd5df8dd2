import type { IdentityFacts, PageContact, PageFacts } from '../audit-facts.ts';
import { attribute, baseOf, type Element, elementsOf, elementText, foldedText } from './html-tree.ts';
import { barsIndexing } from './robots-rules.ts';

/**
 * What stands in a page's HTML.
 * @param url the page's own address, that relative links start from
 * @param rendered whether it is the browser's state of it, and not what the server sent
 */
export function readPage(html: string, url: string, rendered: boolean): PageFacts {
  const elements = elementsOf(html);
  const named = (tag: string) => elements.filter(({ tagName }) => tagName === tag);
  const metas = (name: string) =>
    named('meta').filter((element) => attribute(element, 'name')?.trim().toLowerCase() === name);
  const content = (name: string) => {
    const [element] = metas(name);
    return short(element && attribute(element, 'content'));
  };
  // A title inside an SVG is the picture's.
  const title = short(
    named('title')
      .filter(inHtml)
      .map((element) => elementText(element, 1_000))[0],
  );
  const [body] = named('body');
  const text = body === undefined ? '' : elementText(body);
  const shown = [text, ...hiddenEmails(elements)].join(' ');
  const base = baseOf(elements, url);
  const [root] = named('html');
  const facts = {
    title,
    description: content('description'),
    viewport: content('viewport'),
    lang: short(root && attribute(root, 'lang')),
  };
  return {
    ...present(facts),
    rendered,
    shell: !rendered && isShell(elements, text),
    h1: named('h1')
      .slice(0, 20)
      .map((element) => elementText(element, 200)),
    noindex: [...metas('robots'), ...metas('googlebot')].some((element) =>
      barsIndexing(attribute(element, 'content') ?? ''),
    ),
    metaPolicies: {
      csp: named('meta').some(
        (element) => attribute(element, 'http-equiv')?.toLowerCase() === 'content-security-policy',
      ),
      ...present({ referrer: content('referrer') }),
    },
    images: imageFacts(elements),
    fields: fieldFacts(elements),
    forms: formFacts(elements, url, base),
    contact: { ...contactFacts(elements, base), written: writtenIn(shown) },
    legalLinks: legalLinks(elements, base),
    mixedContent: mixedContent(elements, url, base),
    jsonLdTypes: jsonLdTypes(elements),
    identity: identityOf(shown),
  };
}

const SHELL_TEXT = 200;

/** Hardly a word, and a script or another page to bring the rest. */
function isShell(elements: readonly Element[], text: string): boolean {
  return text.length < SHELL_TEXT && elements.some((element) => isScript(element) || isRefresh(element));
}

function isRefresh(element: Element): boolean {
  return element.tagName === 'meta' && attribute(element, 'http-equiv')?.toLowerCase() === 'refresh';
}

function isScript(element: Element): boolean {
  const type = attribute(element, 'type') ?? '';
  return element.tagName === 'script' && !/json/i.test(type);
}

function inHtml(element: Element): boolean {
  return element.namespaceURI === 'http://www.w3.org/1999/xhtml';
}

function short(text: string | undefined): string | undefined {
  const folded = text?.replaceAll(/\s+/g, ' ').trim().slice(0, 500);
  return folded === '' ? undefined : folded;
}

type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function present<T extends object>(facts: T): Present<T> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Present<T>;
}

/** Without a name by themselves, or not seen by anybody. */
const UNLABELLED_TYPES = new Set(['hidden', 'submit', 'reset', 'button', 'image']);

function imageFacts(elements: readonly Element[]): PageFacts['images'] {
  const images = elements.filter(({ tagName }) => tagName === 'img');
  const without = images.filter(
    (image) => attribute(image, 'alt') === undefined && !isNamed(image) && !isHidden(image),
  );
  return { total: images.length, withoutAlt: without.length, ...example(without, 'src') };
}

function fieldFacts(elements: readonly Element[]): PageFacts['fields'] {
  const labelled = new Set(
    elements
      .filter((element) => element.tagName === 'label' && elementText(element, 500) !== '')
      .map((label) => attribute(label, 'for')),
  );
  const fields = elements.filter(isField);
  const without = fields.filter(
    (field) =>
      !isHidden(field) && !isNamed(field) && !labelled.has(attribute(field, 'id') ?? '') && !isInLabel(field),
  );
  return { total: fields.length, withoutLabel: without.length, ...example(without, 'name') };
}

function formFacts(elements: readonly Element[], pageUrl: string, base: string): PageFacts['forms'] {
  const forms = elements.filter(({ tagName }) => tagName === 'form');
  const asking = new Set(elements.filter(isContactField).flatMap((field) => ancestorForm(field) ?? []));
  const secure = pageUrl.startsWith('https:');
  const insecure = forms.filter(
    (form) => secure && URL.parse(attribute(form, 'action')?.trim() || pageUrl, base)?.protocol === 'http:',
  );
  return { total: forms.length, withContactField: asking.size, insecureActions: insecure.length };
}

function isField(element: Element): boolean {
  if (element.tagName === 'textarea' || element.tagName === 'select') return true;
  return element.tagName === 'input' && !UNLABELLED_TYPES.has(typeOf(element));
}

/** A field in which somebody leaves a message or a way to be answered; not a search, not a login. */
function isContactField(element: Element): boolean {
  return (
    element.tagName === 'textarea' ||
    (element.tagName === 'input' && ['email', 'tel'].includes(typeOf(element)))
  );
}

function typeOf(element: Element): string {
  return (attribute(element, 'type') ?? 'text').toLowerCase();
}

function isNamed(element: Element): boolean {
  return ['aria-label', 'aria-labelledby', 'title'].some(
    (name) => (attribute(element, name) ?? '').trim() !== '',
  );
}

function isHidden(element: Element): boolean {
  const role = attribute(element, 'role');
  return attribute(element, 'aria-hidden') === 'true' || role === 'presentation' || role === 'none';
}

function isInLabel(element: Element): boolean {
  return ancestor(element, 'label') !== undefined;
}

function ancestorForm(element: Element): Element | undefined {
  const form = ancestor(element, 'form');
  return form !== undefined && attribute(form, 'role') !== 'search' ? form : undefined;
}

function ancestor(element: Element, tag: string): Element | undefined {
  for (let at = element.parentNode; at !== null && 'tagName' in at; at = at.parentNode)
    if (at.tagName === tag) return at;
  return undefined;
}

function example(elements: readonly Element[], name: string): { readonly example?: string } {
  const value = elements
    .map((element) => attribute(element, name))
    .find((text) => text !== undefined && text !== '');
  return value === undefined || value.startsWith('data:') ? {} : { example: value.slice(-80) };
}

const MESSENGERS = /^(wa\.me|api\.whatsapp\.com|m\.me|t\.me|signal\.me|calendly\.com|cal\.com|threema\.id)$/;
/** Over folded text, like the two below. */
const CONTACT_PAGE =
  /\b(contact|kontakt|contatti|contactez|rendez-vous|rdv|nous (ecrire|joindre)|devis|reservation|termin)/i;
const IDENTITY_PAGE =
  /mentions?[ _-]*(legales?|obligatoires)|\bimpressum|\bimprint\b|note[ _-]legali|infos?(rmations?)?[ _-]*(legales?|juridiques?)|informazioni legali|legal[ _-]?(notice|info|mentions)|\/legal(\/|\.|$)|rechtliches?\b|rechtliche[rns]? (hinweis|angabe|information)|anbieterkennzeichnung|colophon|editeur du site/i;
const PRIVACY_PAGE =
  /confidentialite|protection[ _-](de[ _-]vos|des?)[ _-]donnees|politique[ _-](de|des|sur les)[ _-]donnees|donnees[ _-](personnelles|a caractere personnel)|vie[ _-]privee|datenschutz|privacy|data[ _-]protection|protezione dei dati|informativa|rgpd|\bdsgvo\b|\bn?lpd\b/i;
/** What Cloudflare puts in the place of an address, so that programs do not find it; a click opens the mail. */
const HIDDEN_EMAIL_LINK = /^\/cdn-cgi\/l\/email-protection#[\da-f]{4,}/i;

interface Link {
  readonly href: string;
  readonly text: string;
}

/** What a page offers to get in touch with one gesture, and whether it links a page for it. */
function contactFacts(elements: readonly Element[], base: string): PageContact {
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
    mailto: links.filter(
      ({ href }) => /^mailto:[^?]+@/i.test(unescaped(href)) || HIDDEN_EMAIL_LINK.test(href),
    ).length,
    other: messengers.length,
    page: links.some(({ href, text }) => CONTACT_PAGE.test(text) || CONTACT_PAGE.test(pathOf(href, base))),
  };
}

/** The page's links to its legal notice and its privacy notice, absolute. */
function legalLinks(elements: readonly Element[], base: string): PageFacts['legalLinks'] {
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
  const identity = find(IDENTITY_PAGE, PRIVACY_PAGE) ?? find(IDENTITY_PAGE);
  const privacy = find(PRIVACY_PAGE);
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
          elementText(element, 300),
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

const SOURCES: Readonly<Record<string, string>> = {
  img: 'src',
  script: 'src',
  iframe: 'src',
  video: 'src',
  audio: 'src',
  source: 'src',
  embed: 'src',
  object: 'data',
};

/** What a secure page takes from addresses that are not. */
function mixedContent(elements: readonly Element[], url: string, base: string): PageFacts['mixedContent'] {
  if (!url.startsWith('https:')) return { total: 0 };
  const insecure = elements.flatMap((element) => {
    const isSheet = element.tagName === 'link' && /\bstylesheet\b/i.test(attribute(element, 'rel') ?? '');
    const source = isSheet ? 'href' : SOURCES[element.tagName];
    const address = source === undefined ? undefined : attribute(element, source)?.trim();
    if (address === undefined || address === '') return [];
    const target = URL.parse(address, base);
    return target?.protocol === 'http:' ? [target.href] : [];
  });
  return { total: insecure.length, ...(insecure[0] && { example: insecure[0].slice(0, 120) }) };
}

const MOST_TYPES = 30;

/** The schema.org types that a page's JSON-LD names; what cannot be read names none. */
function jsonLdTypes(elements: readonly Element[]): readonly string[] {
  const found = new Set<string>();
  for (const element of elements) {
    if (element.tagName !== 'script' || attribute(element, 'type')?.trim() !== 'application/ld+json')
      continue;
    const [text] = element.childNodes;
    if (text !== undefined && 'value' in text) collectTypes(parsed(text.value), found);
  }
  return [...found].slice(0, MOST_TYPES);
}

/** With a list of its own, since a hostile page nests deeper than calls may. */
function collectTypes(root: unknown, found: Set<string>): void {
  const open: unknown[] = [root];
  for (let seen = 0; open.length > 0 && seen < 10_000; seen += 1) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (key !== '@type') open.push(inner);
      else
        for (const type of [inner].flat())
          found.add(
            String(type)
              .replace(/^https?:\/\/schema\.org\//, '')
              .slice(0, 60),
          );
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
const WRITTEN_PHONE =
  /(?<![\d.,/])(?:(?:\+|00)[1-9]\d{1,2}[ \u00a0\u202f./()-]{0,3}(?:\d[ \u00a0\u202f./()-]{0,2}){7,10}(?![ \u00a0\u202f]?\d)|\(?0\d{2}\)?[ \u00a0\u202f./-]{0,3}\d{3}[ \u00a0\u202f./-]?\d{2}[ \u00a0\u202f./-]?\d{2}(?!\d)|0[1-9](?<between>[ \u00a0\u202f./-]?)\d{2}(?:\k<between>\d{2}){3}(?!\d|[.,]\d))/u;
const WRITTEN_EMAIL =
  /[\w.+-]+\s?(@|\(at\)|\[at\]|\(a\)|\{at\}|\uff20)\s?[\w-]+((\.|\s?[[({](dot|point|punkt)[\])}]\s?)[\w-]+)+/i;

/** Which parts of a company's identity a text shows. What it says is not kept. */
export function identityOf(written: string): IdentityFacts {
  const text = written.normalize('NFC');
  return {
    company: COMPANY.test(text) || COMPANY_IN_CAPITALS.test(text),
    postalAddress: PLACE.test(text) || STREET.test(text),
    email: WRITTEN_EMAIL.test(text),
  };
}

/** Which ways to get in touch a text shows. What it says is not kept. */
function writtenIn(written: string): NonNullable<PageContact['written']> {
  const text = written.normalize('NFC');
  return { phone: WRITTEN_PHONE.test(text), email: WRITTEN_EMAIL.test(text) };
}

/**
 * The e-mail addresses that Cloudflare hides from programs and its script writes back: in hexadecimal, the first byte
 * is the key of the others.
 */
function hiddenEmails(elements: readonly Element[]): readonly string[] {
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

/** `wall`: a test for programs stands before the page. `parked`: the name is reserved, and nothing more. */
export type PageKind = 'page' | 'wall' | 'parked';

/** All over folded text. */
const WALL_TITLE =
  /^(just a moment|un instant|einen moment|one moment,? please|attention required|access (to this page has been )?denied|acces (refuse|interdit)|ddos-guard|pardon our interruption|checking your browser|are you a robot|robot (check|challenge)|human verification|verification (en cours|de securite)|security (check|verification|checkpoint)|vercel security checkpoint|making sure you'?re not a bot|request (rejected|blocked)|not acceptable|bot verification|please wait\.{3}|client challenge|radware bot manager)/i;
const WALL_TEXT =
  /\bmod_security\b|the requested url was rejected\. please consult|imunify360|your (request|access) (has been|was|is) (blocked|denied) by|sucuri website firewall|generated by wordfence|ddos protection by/i;
const WALL_CODE =
  /_Incapsula_Resource|captcha-delivery\.com|\/\.well-known\/sgcaptcha|cf-chl-|challenge-platform\/h\/\w+\/orchestrate|awsWafCookieDomainList|\/_sec\/cp_challenge|\/\.within\.website\/x\/cmd\/anubis|px-captcha/;
/** `Ce site est réservé` is the beginning of an age gate or a login, and a `domaine` a vineyard: only what nobody else says. */
const PARKED_TEXT =
  /\bdomain( name)? (is |[\w.-]+ is )?((may be |now )?for sale|parked)\b|buy this domain|(acheter|achetez) ce (nom de )?domaine|\b(nom de domaine|ce domaine) ([\w.-]+ )?(est |a ete )?(actuellement )?(a vendre|parque|reserve|enregistre|en parking)(?! (aux?|a) )|(cette page|ce site) (est|a ete) parquee?\b|this (web ?page|domain) is parked|\bfuture home of (your |something |[\w-]+\.\w)|domain (has been|is) registered|\bdiese domain (ist|wurde|steht) (registriert|reserviert|zu verkaufen|zum verkauf)/i;
/** Where a parking company's name begins: `jordan.com` is none of `dan.com`. */
const PARKED_CODE =
  /(?<![\w-])(parkingcrew\.(net|com)|sedoparking\.com|bodis\.com|hugedomains\.com|afternic\.com|dan\.com\/|above\.com\/park|parklogic\.com)/i;
/** More than that, and it is a page that merely speaks of it. */
const LITTLE_TEXT = 1_500;
/** Less is what an error says. */
const MUCH_TEXT = 600;

export function pageKind(html: string, title = ''): PageKind {
  const body = elementsOf(html).find(({ tagName }) => tagName === 'body');
  const text = body === undefined ? '' : elementText(body);
  if (text.length > LITTLE_TEXT) return 'page';
  const shown = foldedText(`${title} ${text}`);
  if (WALL_TITLE.test(foldedText(title).trim()) || WALL_TEXT.test(shown) || WALL_CODE.test(html))
    return 'wall';
  return PARKED_TEXT.test(shown) || PARKED_CODE.test(html) ? 'parked' : 'page';
}

const ERROR_TITLE =
  /\b[45]\d\d\b|\b(not found|introuvable|n'existe (pas|plus)|non trouvee?|nicht gefunden|no encontrad|non trovat|err(or|eur)|fehler|unavailable|indisponible|maintenance|suspended|suspendu|oops|oups)/i;

/**
 * Whether a page that came with the status of an error is none of an error: some sites answer so to everything, and
 * their visitors never know.
 */
export function isRealPage(facts: Pick<PageFacts, 'title' | 'h1'>, html: string): boolean {
  const body = elementsOf(html).find(({ tagName }) => tagName === 'body');
  const speaksOfError = [facts.title ?? '', ...facts.h1].some((text) => ERROR_TITLE.test(foldedText(text)));
  return (
    facts.title !== undefined && !speaksOfError && body !== undefined && elementText(body).length >= MUCH_TEXT
  );
}
