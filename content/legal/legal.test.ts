import { describe, expect, it } from 'vitest';
import type { Booking } from '#domain/booking.ts';
import type { AgencyIdentity, Identity } from '../identity.ts';
import { formFields } from '../lead-fields.ts';
import { type Block, type LegalDocument, type Link, runs, type Text } from './document.ts';
import { frenchDate } from './french-date.ts';
import { agencyDocuments, catererDocuments } from './index.ts';

const caterer: Identity = {
  brand: '«BRAND»',
  legalName: '«LEGAL_NAME»',
  legalForm: '«LEGAL_FORM»',
  street: '«STREET»',
  postcode: '«POSTCODE»',
  city: '«CITY»',
  country: '«COUNTRY»',
  uid: '«UID»',
  register: '«REGISTER»',
  email: 'contact@maison.example',
  phone: '+41 21 555 00 00',
  representative: '«REPRESENTATIVE»',
  hosting: {
    name: '«HOST»',
    city: '«HOST_CITY»',
    country: '«HOST_COUNTRY»',
    logRetention: '«LOG_RETENTION»',
  },
  chatProvider: 'WhatsApp',
  countsVisits: true,
};

const agency: AgencyIdentity = {
  ...caterer,
  booking: { way: 'own' },
  bookingSafeguard: 'clauses',
  mailProvider: { name: '«MAIL»', country: '«MAIL_COUNTRY»' },
  recordsSafeguard: 'clauses',
  leadRetentionMonths: 31,
  claims: {
    countedOn: '2026-03-01',
    evidence: '«EVIDENCE»',
    pages: '«PAGES»',
    revenue: '«REVENUE»',
    years: '«YEARS»',
  },
};

const documents = [...agencyDocuments(agency), ...catererDocuments(caterer)];

const ROUTES = [
  '/',
  '/index-1',
  '/home',
  '/flow',
  '/sales',
  '/introduction',
  '/validation',
  '/servicetraiteur',
  '/restaurants',
  '/accompagnement',
  '/partner',
  '/splash-cursor',
  '/privacy-policy',
  '/terms-conditions',
  '/earnings-disclaimer',
  '/data-protection',
  '/mentions-legales-agence',
  '/nos-engagements',
  '/mentions-legales',
  '/politique-de-donnees',
];

describe.each(documents.map((document) => [document.slug, document] as const))('%s', (_slug, document) => {
  const texts = textsOf(document);

  it('has what a page needs', () => {
    expect(document.title).not.toBe('');
    expect(document.description.length).toBeGreaterThan(50);
    expect(document.description.length).toBeLessThanOrEqual(155);
    expect(document.updated).toMatch(/^2026-11-2[14]$/);
    const ids = document.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, heading, blocks } of document.sections) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(heading).not.toBe('');
      expect(blocks).not.toHaveLength(0);
    }
    for (const block of blocksOf(document)) expectWhole(block);
  });

  it('writes the apostrophes and the spaces of French', () => {
    for (const text of texts) {
      expect(text).not.toMatch(/['"]/);
      expect(text).not.toMatch(/[^\u202f?!…][?!;:]/);
      expect(text).not.toMatch(/«[^\u202fA-Z]|[^\u202fA-Z_]»/);
      expect(text).not.toMatch(/ {2}|\.\.\.|\bundefined\b|\bnull\b/);
      expect(text).not.toMatch(/(art\.|al\.|let\.|RS) \d/);
      // One pair of brackets after another, or within another.
      expect(text).not.toMatch(/\)\s*\(|\([^)]*\(/);
    }
  });

  it('reads well whatever letter a name begins with', () => {
    for (const text of texts) expect(text).not.toMatch(/\b(de|que|le|la) «(BRAND|LEGAL_NAME)»/);
  });

  it('leaves nothing to be filled in except the identity', () => {
    for (const text of texts) expect(text).not.toMatch(/compléter|\[|\]|TODO|xxx|lorem/i);
  });

  it('links to places that exist', () => {
    for (const { text, href } of linksOf(document)) {
      expect(text).not.toBe('');
      if (!href.startsWith('/')) {
        expect(href).toMatch(/^(https:\/\/|mailto:|tel:\+)/);
        continue;
      }
      const [route = '', fragment] = href.split('#');
      expect(ROUTES).toContain(route);
      if (fragment) {
        const target = documents.find(({ slug }) => `/${slug}` === route);
        expect(target?.sections.map(({ id }) => id)).toContain(fragment);
      }
    }
  });
});

it('gives every document its own route, all of them known', () => {
  const slugs = documents.map(({ slug }) => `/${slug}`);
  expect(new Set(slugs).size).toBe(slugs.length);
  expect(ROUTES).toEqual(expect.arrayContaining(slugs));
});

describe('the agency’s privacy policy', () => {
  const text = textOf('privacy-policy');

  it.each([
    ['who is responsible', '«LEGAL_NAME»'],
    ['where', '«STREET», «POSTCODE» «CITY»'],
    ['how to write', 'contact@maison.example'],
    ['purposes', 'Préparer l’audit'],
    ['the recipient of leads', 'Airtable'],
    ['what a booking keeps', 'numéro de téléphone'],
    ['what it is for', 'vous appeler à l’heure dite'],
    ['whom an invitation goes to', 'invitation'],
    ['how reminders come', '24 heures et 1 heure avant'],
    ['the chat recipient', 'WhatsApp'],
    ['the film recipient', 'youtube-nocookie'],
    ['the mail provider', '«MAIL»'],
    ['where mails are', '«MAIL_COUNTRY»'],
    ['what is sent', 'un e-mail au texte fixe'],
    ['that nobody watches its reading', 'ni leur ouverture ni vos clics'],
    ['the host', '«HOST»'],
    ['the countries', 'États-Unis'],
    ['the guarantee for leads', 'Clauses types reconnues par le PFPDT'],
    ['the exceptions', 'art. 17'],
    ['how long leads stay', '31 mois'],
    ['who deletes them', 'chaque jour, notre serveur efface'],
    ['what a server that cannot deliver keeps', 'jusqu’à ce qu’elle l’ait été'],
    ['where the database is', 'sur le serveur, ou dans un PostgreSQL'],
    ['the city of the database', '«HOST_CITY»'],
    ['that marks are sent beside the fields', `en plus des ${formFields}`],
    ['what the signed mark holds', 'défi signé'],
    ['what holds a request back', 'retenue'],
    ['what a flood changes', 'afflux'],
    [
      'what the proxy logs of an address',
      'les 24 premiers bits d’une adresse IPv4, les 32 premiers d’une adresse IPv6',
    ],
    ['what several servers keep of an address', 'une empreinte'],
    ['how long logs stay', '«LOG_RETENTION»'],
    ['access', 'art. 25'],
    ['portability', 'art. 28'],
    ['rectification and erasure', 'art. 32'],
    ['opposition', 'opposition'],
    ['the delay', '30 jours'],
    ['the authority', 'Feldeggweg 1, 3003 Berne'],
    ['no cookies', 'aucun cookie'],
    ['GDPR', 'RGPD'],
  ])('says %s', (_what, words) => {
    expect(text).toContain(words);
  });

  it('lists exactly the keys of the browser’s storage', () => {
    expect(keysOf('privacy-policy')).toEqual([
      'user_session',
      'pending_leads',
      'last_lead',
      'pending_booking',
      'booked_call',
    ]);
  });

  const page = 'https://example.org/15min';
  const wordsBy = (booking: Booking) =>
    agencyDocuments({ ...agency, booking, bookingSafeguard: 'framework' })
      .flatMap(textsOf)
      .join(' ');
  const OWN =
    /rappels par e-mail|pending_booking|booked_call|votre réservation|calcul.*La réservation d’un appel/i;
  const PROVIDED = /l’agenda de (Calendly|Cal\.com)|ouvrir la prise de rendez-vous/;
  const BOOKED = /Vous choisissez l’heure|l’heure que vous choisissez|préremplir|lien de la confirmation/;

  it('speaks of bookings here where calls are booked here', () => {
    const words = wordsBy({ way: 'own' });
    for (const told of [OWN, BOOKED]) expect(words).toMatch(told);
    expect(words).not.toMatch(PROVIDED);
    expect(words).not.toMatch(/Calendly|Cal\.com/);
  });

  it.each([
    ['calendly', 'Calendly, LLC', 'Cal.com'],
    ['cal', 'Cal.com, Inc.', 'Calendly'],
  ] as const)('names the provider that the agency chose (%s), and no other', (way, company, other) => {
    const words = wordsBy({ way, page });
    for (const told of [PROVIDED, BOOKED]) expect(words).toMatch(told);
    expect(words).toContain(company);
    expect(words).toContain('Certification Swiss–US Data Privacy Framework');
    expect(words).not.toContain(other);
    expect(words).not.toMatch(OWN);
    expect(words).toContain('Il écrit trois entrées');
  });

  it('speaks of no booking where the hour is settled by message', () => {
    const words = wordsBy({ way: 'message' });
    expect(words).toContain('nous convenons de l’heure par message');
    for (const told of [OWN, PROVIDED, BOOKED, /Calendly|Cal\.com/]) expect(words).not.toMatch(told);
  });
});

it('says of counted visits what the switch makes so, on all three pages that speak of them', () => {
  const NONE = /(aucune|ni) mesure d’audience|ni outil de mesure d’audience/g;
  const COUNTS = /compte(nt)? (aussi )?les visites|décompte des visites/i;
  const documentsOf = (countsVisits: boolean) =>
    [...agencyDocuments({ ...agency, countsVisits }), ...catererDocuments({ ...caterer, countsVisits })]
      .filter(({ slug }) => ['privacy-policy', 'data-protection', 'politique-de-donnees'].includes(slug))
      .map((document) => textsOf(document).join(' '));
  for (const text of documentsOf(true)) {
    expect(text).toMatch(COUNTS);
    expect(text).not.toMatch(NONE);
  }
  for (const text of documentsOf(false)) {
    expect(text).not.toMatch(COUNTS);
    expect(text.match(NONE)).toHaveLength(1);
  }
});

it('lists, on the caterer’s pages, the one key they write', () => {
  expect(keysOf('politique-de-donnees')).toEqual(['user_session']);
});

it('dates and sources each of the three figures', () => {
  const text = textOf('earnings-disclaimer');
  for (const words of [
    '+500',
    '+2 Millions',
    '+8 ans',
    '1er mars 2026',
    '«EVIDENCE»',
    '«PAGES»',
    '«REVENUE»',
    '«YEARS»',
  ])
    expect(text).toContain(words);
});

it.each(['mentions-legales', 'mentions-legales-agence', 'terms-conditions'])(
  '%s says who stands behind the pages',
  (slug) => {
    const text = textOf(slug);
    for (const words of ['«LEGAL_NAME»', '«STREET»', '«UID»', '«REGISTER»', 'contact@maison.example'])
      expect(text).toContain(words);
  },
);

it('writes dates as French does', () => {
  expect(frenchDate('2026-11-21')).toBe('21 novembre 2026');
  expect(frenchDate('2027-03-01')).toBe('1er mars 2027');
  expect(() => frenchDate('demain')).toThrow(RangeError);
});

/** All words of a document on one line, its no-break spaces made plain so that a phrase can be looked for. */
function textOf(slug: string): string {
  return textsOf(find(slug))
    .join(' ')
    .replace(/[\u202f\u00a0]/g, ' ');
}

function keysOf(slug: string): unknown[] {
  return blocksOf(find(slug))
    .flatMap((block) => (block.type === 'table' && block.head[0] === 'Clé' ? block.rows : []))
    .map(([key]) => key);
}

function find(slug: string): LegalDocument {
  const document = documents.find((candidate) => candidate.slug === slug);
  if (!document) throw new Error(`no document ${slug}`);
  return document;
}

function expectWhole(block: Block): void {
  if (block.type === 'list') expect(block.items.length).toBeGreaterThan(1);
  if (block.type === 'definitions') expect(block.entries.length).toBeGreaterThan(1);
  if (block.type !== 'table') return;
  expect(block.caption).not.toBe('');
  expect(block.rows).not.toHaveLength(0);
  for (const row of block.rows) expect(row).toHaveLength(block.head.length);
}

function blocksOf(document: LegalDocument): Block[] {
  return document.sections.flatMap(({ blocks }) => blocks);
}

function bodyOf(document: LegalDocument): Text[] {
  return [document.intro, ...blocksOf(document).flatMap(wordsOf)];
}

function textsOf(document: LegalDocument): string[] {
  const headings = document.sections.map(({ heading }) => heading);
  const body = bodyOf(document).map((text) =>
    runs(text)
      .map((run) => (typeof run === 'string' ? run : run.text))
      .join(''),
  );
  return [document.title, document.description, ...headings, ...body];
}

function linksOf(document: LegalDocument): Link[] {
  return bodyOf(document).flatMap((text) => runs(text).filter((run) => typeof run !== 'string'));
}

function wordsOf(block: Block): Text[] {
  if (block.type === 'paragraph') return [block.text];
  if (block.type === 'list') return [...block.items];
  if (block.type === 'table') return [block.caption, ...block.head, ...block.rows.flat()];
  return block.entries.flatMap(({ term, description }) => [term, description]);
}
