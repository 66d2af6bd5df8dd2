import { byWay } from '#domain/booking.ts';
import { booking } from './booking.ts';
import { decided, placeholder } from './facts/fact.ts';
import { date, email, oneOf, phone, uid, wholeNumber } from './facts/kinds.ts';
import type { AgencyIdentity, Identity } from './identity.ts';
import { countsVisits } from './visits.ts';

/** What the pages of a house show of it, beside what its legal pages must say. */
interface Shown {
  readonly tagline: string;
  /** Number that receives the chats, with its country code. */
  readonly chatNumber: string;
}

/** After so many months the server deletes what it has of a lead: the documents promise it. */
export const leadRetentionMonths = placeholder(
  'business.agency.leadRetentionMonths',
  24,
  'la durée, en mois, pendant laquelle une demande sans contrat est gardée',
  wholeNumber(1, 120),
);

const safeguard = oneOf('framework', 'clauses');

const hosting = {
  name: placeholder('business.hosting.name', 'Hébergeur Exemple SA', 'le nom de l’hébergeur du site'),
  city: placeholder('business.hosting.city', 'Genève', 'la ville de l’hébergeur'),
  country: placeholder('business.hosting.country', 'Suisse', 'le pays où se trouvent les serveurs'),
  logRetention: placeholder(
    'business.hosting.logRetention',
    '14 jours',
    'la durée réelle de conservation du journal technique (14 jours avec les fichiers de deploy/)',
  ),
};

/**
 * The two houses. Every name, number and address here is made up and marked until the owner says hers; nothing in a component names a brand.
 *
 * Switzerland keeps no range for made-up telephone numbers. Ours begin with 025, a code that the national plan gives
 * to nobody: of those that begin with 02 it gives out 021, 022, 024, 026 and 027. A call or a chat reaches no one.
 * @see https://www.bakom.admin.ch/en/numbering-and-telephony
 * @see https://github.com/google/libphonenumber/blob/master/resources/geocoding/en/41.txt (the codes in use, from the same office)
 */
export const agency: AgencyIdentity & Shown = {
  brand: placeholder('business.agency.brand', 'Atelier 48', 'le nom de l’agence'),
  tagline: 'Agence web suisse',
  legalName: placeholder(
    'business.agency.legalName',
    'Atelier 48 Exemple Sàrl',
    'la raison de commerce de l’agence',
  ),
  legalForm: placeholder(
    'business.agency.legalForm',
    'société à responsabilité limitée',
    'la forme juridique de l’agence',
  ),
  street: placeholder(
    'business.agency.street',
    'Rue de l’Exemple 48',
    'la rue et le numéro du siège de l’agence',
  ),
  postcode: placeholder('business.agency.postcode', '1003', 'le numéro postal du siège de l’agence'),
  city: placeholder('business.agency.city', 'Lausanne', 'la localité du siège de l’agence'),
  country: 'Suisse',
  uid: placeholder('business.agency.uid', 'CHE-999.999.999', 'le numéro IDE de l’agence', uid),
  register: placeholder(
    'business.agency.register',
    'Registre du commerce du canton de Vaud',
    'le registre du commerce où l’agence est inscrite',
  ),
  email: placeholder(
    'business.agency.email',
    'bonjour@atelier48.example',
    'l’adresse e-mail de l’agence',
    email,
  ),
  phone: placeholder('business.agency.phone', '+41 25 555 01 48', 'le téléphone de l’agence', phone),
  chatNumber: placeholder(
    'business.agency.chatNumber',
    '+41 25 555 01 49',
    'le numéro WhatsApp de l’agence',
    phone,
  ),
  representative: placeholder(
    'business.agency.representative',
    'Camille Exemple',
    'la personne qui représente l’agence et répond du contenu',
  ),
  hosting,
  chatProvider: 'WhatsApp',
  countsVisits,
  booking,
  // Asked for where data goes to a scheduling provider; elsewhere what the owner once said may stay.
  bookingSafeguard: byWay<typeof decided>(booking, {
    own: decided,
    provider: () => placeholder,
    message: decided,
  })(
    'business.agency.agenda.safeguard',
    'clauses',
    'la garantie convenue avec l’agenda\u202f: « framework » (certifiée) ou « clauses » (clauses types signées)',
    safeguard,
  ),
  mailProvider: {
    name: placeholder(
      'business.agency.mailProvider.name',
      'Messagerie Exemple SA',
      'le nom du fournisseur de la messagerie',
    ),
    country: placeholder(
      'business.agency.mailProvider.country',
      'Suisse',
      'le pays où se trouvent les serveurs de la messagerie',
    ),
  },
  recordsSafeguard: placeholder(
    'business.agency.recordsSafeguard',
    'clauses',
    'la garantie convenue avec Airtable\u202f: « framework » (certifiée) ou « clauses » (clauses types signées)',
    safeguard,
  ),
  leadRetentionMonths,
  claims: {
    countedOn: placeholder(
      'business.agency.claims.countedOn',
      '2026-11-21',
      'la date (AAAA-MM-JJ) à laquelle les trois chiffres ont été relevés',
      date,
    ),
    evidence: placeholder(
      'business.agency.claims.evidence',
      'Registre des livraisons et attestations écrites des clients, conservés au siège et montrés par la direction',
      'le lieu où se trouvent les preuves des trois chiffres, et qui les montre',
    ),
    pages: placeholder(
      'business.agency.claims.pages',
      'Les pages web livrées à des clients depuis la fondation, chaque adresse comptée une fois',
      'ce qui est compté sous « +500 pages web créées »',
    ),
    revenue: placeholder(
      'business.agency.claims.revenue',
      'Le chiffre d’affaires, en francs suisses, que des clients disent avoir réalisé par les pages livrées, depuis la fondation',
      'ce qui est compté sous « +2 Millions générés en ligne », et dans quelle monnaie',
    ),
    years: placeholder(
      'business.agency.claims.years',
      'Le temps écoulé depuis le premier site que l’équipe a livré contre paiement',
      'ce qui est compté sous « +8 ans de développement web »',
    ),
  },
};

export const caterer: Identity & Shown = {
  brand: placeholder('business.caterer.brand', 'Maison Safran', 'le nom du traiteur'),
  tagline: 'Cuisine orientale, traiteur et restaurant',
  legalName: placeholder(
    'business.caterer.legalName',
    'Maison Safran Exemple Sàrl',
    'la raison de commerce du traiteur',
  ),
  legalForm: placeholder(
    'business.caterer.legalForm',
    'société à responsabilité limitée',
    'la forme juridique du traiteur',
  ),
  street: placeholder(
    'business.caterer.street',
    'Ruelle de l’Exemple 27',
    'la rue et le numéro du siège du traiteur',
  ),
  postcode: placeholder('business.caterer.postcode', '1800', 'le numéro postal du siège du traiteur'),
  city: placeholder('business.caterer.city', 'Vevey', 'la localité du siège du traiteur'),
  country: 'Suisse',
  uid: placeholder('business.caterer.uid', 'CHE-999.999.998', 'le numéro IDE du traiteur', uid),
  register: placeholder(
    'business.caterer.register',
    'Registre du commerce du canton de Vaud',
    'le registre du commerce où le traiteur est inscrit',
  ),
  email: placeholder(
    'business.caterer.email',
    'table@maisonsafran.example',
    'l’adresse e-mail du traiteur',
    email,
  ),
  phone: placeholder('business.caterer.phone', '+41 25 555 02 70', 'le téléphone du traiteur', phone),
  chatNumber: placeholder(
    'business.caterer.chatNumber',
    '+41 25 555 02 79',
    'le numéro WhatsApp du traiteur',
    phone,
  ),
  representative: placeholder(
    'business.caterer.representative',
    'Leïla Exemple',
    'la personne qui représente le traiteur et répond du contenu',
  ),
  hosting,
  chatProvider: 'WhatsApp',
  countsVisits,
};
