import { agency, caterer } from '#content/business.ts';
import type { Identity } from '#content/identity.ts';
import { locations } from '#content/locations.ts';
import { agencyArea, cuisine } from '#content/seo.ts';
import { isoDay } from '#domain/calendar.ts';
import type { Location } from '#domain/location.ts';
import type { ExceptionalDay, OpeningHours } from '#domain/opening-hours.ts';

type Node = Readonly<Record<string, unknown>>;

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * What the page at `path` is about, in schema.org's terms; nothing for a page that is about itself.
 * The ratings are left out: they are the house's own, and a search engine asks for reviews by others.
 * @param path without a trailing slash
 * @param origin of the site, without a trailing slash
 * @param places of the caterer
 * @see https://developers.google.com/search/docs/appearance/structured-data/local-business
 */
export function structuredData(
  path: string,
  origin: string,
  places: readonly Location[] = locations,
): Node | undefined {
  const graph = about(path, origin, places);
  return graph.length > 0 ? { '@context': 'https://schema.org', '@graph': graph } : undefined;
}

/** JSON that can stand in a `<script>`: no `<` in it can end the element. */
export function scriptJson(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

function about(path: string, origin: string, places: readonly Location[]): readonly Node[] {
  switch (path) {
    case '/':
      return [website(origin), professionalService(origin)];
    case '/sales':
    case '/accompagnement':
      return [professionalService(origin)];
    case '/home':
      return [house(origin)];
    case '/restaurants':
      return [house(origin), ...places.map((location) => restaurant(location, origin))];
    default:
      return [];
  }
}

const website = (origin: string): Node => ({
  '@type': 'WebSite',
  '@id': `${origin}/#site`,
  url: `${origin}/`,
  name: agency.brand,
  inLanguage: 'fr-CH',
  publisher: { '@id': `${origin}/#agence` },
});

const professionalService = (origin: string): Node => ({
  '@type': 'ProfessionalService',
  '@id': `${origin}/#agence`,
  url: `${origin}/`,
  ...identity(agency),
  description: agency.tagline,
  image: `${origin}/og/agency.png`,
  logo: `${origin}/icon-agency-512.png`,
  areaServed: agencyArea,
});

const house = (origin: string): Node => ({
  '@type': 'Organization',
  '@id': `${origin}/home#maison`,
  url: `${origin}/home`,
  ...identity(caterer),
  description: caterer.tagline,
  logo: `${origin}/icon-caterer-512.png`,
});

const restaurant = (location: Location, origin: string): Node => ({
  '@type': 'Restaurant',
  '@id': `${origin}/restaurants#${location.id}`,
  url: `${origin}/restaurants#${location.id}`,
  name: `${caterer.brand}, ${location.name}`,
  image: `${origin}/og/caterer.png`,
  telephone: location.phone,
  address: addressOf(location.address),
  servesCuisine: cuisine,
  openingHoursSpecification: openingHours(location.openingHours),
  ...(location.openingHours.exceptions?.length && {
    specialOpeningHoursSpecification: location.openingHours.exceptions.map(exceptionalHours),
  }),
  ...(location.googleMapsUrl && { hasMap: location.googleMapsUrl }),
  parentOrganization: { '@id': `${origin}/home#maison` },
});

const identity = (who: Identity): Node => ({
  name: who.brand,
  legalName: who.legalName,
  email: who.email,
  telephone: who.phone,
  address: postalAddress(who.street, who.postcode, who.city),
});

const openingHours = ({ days, opens, closes }: OpeningHours): Node => ({
  '@type': 'OpeningHoursSpecification',
  dayOfWeek: days.map((day) => DAYS[day - 1]),
  opens,
  closes,
});

/** @see https://developers.google.com/search/docs/appearance/structured-data/local-business (closed: 00:00 to 00:00) */
const exceptionalHours = ({ date, hours }: ExceptionalDay): Node => ({
  '@type': 'OpeningHoursSpecification',
  validFrom: isoDay(date),
  validThrough: isoDay(date),
  opens: hours?.opens ?? '00:00',
  closes: hours?.closes ?? '00:00',
});

/** `Rue 7, 1003 Lausanne` in its parts; schema.org takes an address written otherwise as it stands. */
function addressOf(address: string): Node | string {
  const [, street, postcode, city] = /^(.+), (\d{4}) (.+)$/.exec(address) ?? [];
  return street && postcode && city ? postalAddress(street, postcode, city) : address;
}

function postalAddress(streetAddress: string, postalCode: string, addressLocality: string): Node {
  return { '@type': 'PostalAddress', streetAddress, postalCode, addressLocality, addressCountry: 'CH' };
}
