import { CHECK_WORDS } from '#content/audit-checks.ts';
import { inGuillemets } from '#content/audit-figures.ts';
import { type CheckId, TITLE_LENGTH } from '#domain/audit.ts';
import { barsIndexing } from '../probe/robots-rules.ts';
import { type Check, inPage, verdict } from './check.ts';

const SHORT_DESCRIPTION = 25;
/** A business of schema.org, and those of its kinds that sites use. */
const BUSINESS =
  /^(Organization|Corporation|\w*Business|ProfessionalService|\w*Store|Restaurant|\w*Establishment|CafeOrCoffeeShop|Bakery|BarOrPub|Hotel|LodgingBusiness|Dentist|Physician|MedicalClinic|Pharmacy|Attorney|Notary|LegalService|FinancialService|AccountingService|InsuranceAgency|BankOrCreditUnion|RealEstateAgent|TravelAgency|AutoRepair|AutoDealer|Electrician|Plumber|GeneralContractor|RoofingContractor|HousePainter|Locksmith|MovingCompany|BeautySalon|HairSalon|DaySpa|HealthClub|NGO|EducationalOrganization|School|CollegeOrUniversity|GovernmentOrganization|SportsOrganization|Caterer|FoodService)$/;

const GOOGLE = 'https://developers.google.com/search/docs';

const indexable: Check = {
  threshold: 'ni noindex, ni interdiction dans robots.txt',
  source: { name: 'Google, noindex', url: `${GOOGLE}/crawling-indexing/block-indexing` },
  weight: 9,
  effort: 'hour',
  judge({ facts: { asked, page }, http }) {
    const { headers, robots } = http;
    const header = headers['x-robots-tag'] ?? '';
    const words = CHECK_WORDS.indexable;
    // A page of thanks or one step of a form is left out on purpose; the entrance of a site hardly ever is.
    const [outcome, question] = isEntrance(asked)
      ? (['failed', ''] as const)
      : (['review', words.question] as const);
    if (http.status >= 400)
      return verdict(outcome, `${words.status(http.status)}${question}`, String(http.status));
    if (page?.noindex === true || robots.header !== undefined || barsIndexing(header))
      return verdict(outcome, `${words.noindex}${question}`, robots.header ?? header);
    if (robots.barsSearch) return verdict(outcome, `${words.robots}${question}`, 'robots.txt');
    return verdict('ok', words.ok);
  },
};

const title: Check = {
  threshold: `${TITLE_LENGTH.shortest} à ${TITLE_LENGTH.longest} caractères`,
  source: { name: 'Google, titres', url: `${GOOGLE}/appearance/title-link` },
  weight: 5,
  effort: 'hour',
  judge: (seen) =>
    inPage(seen, ({ title: text }) => {
      if (text === undefined) return verdict('failed', CHECK_WORDS.title.failed);
      const length = [...text].length;
      const evidence = inGuillemets(text);
      if (length > TITLE_LENGTH.longest) return verdict('review', CHECK_WORDS.title.long(length), evidence);
      return length < TITLE_LENGTH.shortest
        ? verdict('review', CHECK_WORDS.title.short(evidence), evidence)
        : verdict('ok', CHECK_WORDS.title.ok(evidence), evidence);
    }),
};

const description: Check = {
  threshold: `une description d’au moins ${SHORT_DESCRIPTION} caractères`,
  source: { name: 'Google, extraits', url: `${GOOGLE}/appearance/snippet` },
  weight: 3,
  effort: 'hour',
  judge: (seen) =>
    inPage(seen, ({ description: text }) => {
      if (text === undefined) return verdict('failed', CHECK_WORDS.description.failed);
      const outcome = [...text].length < SHORT_DESCRIPTION ? 'review' : 'ok';
      return verdict(outcome, CHECK_WORDS.description[outcome], inGuillemets(text));
    }),
};

const h1: Check = {
  threshold: 'un seul titre principal, qui dit quelque chose',
  source: { name: 'W3C, Page Headings', url: 'https://www.w3.org/WAI/tutorials/page-structure/headings/' },
  weight: 3,
  effort: 'hour',
  judge: (seen) =>
    inPage(seen, (page) => {
      const texts = page.h1.filter((text) => text !== '');
      const [first] = texts;
      if (first === undefined) return verdict('failed', CHECK_WORDS.h1.failed);
      if (texts.length === 1)
        return verdict('ok', CHECK_WORDS.h1.ok(inGuillemets(first)), inGuillemets(first));
      const some = texts.slice(0, 3).map((text) => inGuillemets(text, 40));
      return verdict('review', CHECK_WORDS.h1.several(texts.length), some.join(', '));
    }),
};

const structuredData: Check = {
  threshold: 'une organisation ou une entreprise de schema.org',
  source: {
    name: 'Google, données d’une entreprise locale',
    url: `${GOOGLE}/appearance/structured-data/local-business`,
  },
  weight: 2,
  effort: 'hour',
  judge: (seen) =>
    inPage(seen, ({ jsonLdTypes }) => {
      const business = jsonLdTypes.find((type) => BUSINESS.test(type));
      if (business !== undefined) return verdict('ok', CHECK_WORDS['structured-data'].ok(business), business);
      const types = jsonLdTypes.slice(0, 3).join(', ');
      if (types !== '') return verdict('review', CHECK_WORDS['structured-data'].review(types), types);
      // Google asks for it on one page that speaks of the business, and not on every page.
      if (!isEntrance(seen.facts.asked)) return verdict('review', CHECK_WORDS['structured-data'].inner);
      return verdict('failed', CHECK_WORDS['structured-data'].failed);
    }),
};

/** Whether a site was asked for, and not a page behind its entrance. */
function isEntrance(asked: string): boolean {
  return new URL(asked).pathname === '/';
}

export const searchChecks = {
  indexable,
  title,
  description,
  h1,
  'structured-data': structuredData,
} satisfies Partial<Record<CheckId, Check>>;
