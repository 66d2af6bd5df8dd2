import type { AgencyIdentity, Identity } from '../identity.ts';
import { type Block, type LegalDocument, type Link, runs, type Text } from './document.ts';
import { agencyDocuments, catererDocuments } from './index.ts';

// Test data for the legal texts: two companies with recognisable facts, e.g. «CITY», and functions that read the documents.
export const catererExample: Identity = {
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

export const agencyExample: AgencyIdentity = {
  ...catererExample,
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

export const documents = [...agencyDocuments(agencyExample), ...catererDocuments(catererExample)];

/** The text of a document on one line, with ordinary spaces instead of no-break spaces, so that tests can search it. */
export function textOf(slug: string): string {
  return textsOf(find(slug))
    .join(' ')
    .replace(/[\u202f\u00a0]/g, ' ');
}

export function keysOf(slug: string): unknown[] {
  return blocksOf(find(slug))
    .flatMap((block) => (block.type === 'table' && block.head[0] === 'Clé' ? block.rows : []))
    .map(([key]) => key);
}

function find(slug: string): LegalDocument {
  const document = documents.find((candidate) => candidate.slug === slug);
  if (!document) throw new Error(`no document ${slug}`);
  return document;
}

export function blocksOf(document: LegalDocument): Block[] {
  return document.sections.flatMap(({ blocks }) => blocks);
}

function bodyOf(document: LegalDocument): Text[] {
  return [document.intro, ...blocksOf(document).flatMap(wordsOf)];
}

export function textsOf(document: LegalDocument): string[] {
  const headings = document.sections.map(({ heading }) => heading);
  const body = bodyOf(document).map((text) =>
    runs(text)
      .map((run) => (typeof run === 'string' ? run : run.text))
      .join(''),
  );
  return [document.title, document.description, ...headings, ...body];
}

export function linksOf(document: LegalDocument): Link[] {
  return bodyOf(document).flatMap((text) => runs(text).filter((run) => typeof run !== 'string'));
}

function wordsOf(block: Block): Text[] {
  if (block.type === 'paragraph') return [block.text];
  if (block.type === 'list') return [...block.items];
  if (block.type === 'table') return [block.caption, ...block.head, ...block.rows.flat()];
  return block.entries.flatMap(({ term, description }) => [term, description]);
}
