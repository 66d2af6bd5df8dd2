import type { Location } from '#domain/location.ts';
import type { OpeningHours } from '#domain/opening-hours.ts';
import { decided, inOrder, placeholder } from './facts/fact.ts';
import { decimalNumber, exceptionalDays, phone, time, weekdays } from './facts/kinds.ts';

/** Where all the places are; their hours are the local ones. */
export const timeZone = 'Europe/Zurich';

/** A place, its picture and what its badge says in the list and in its own window. */
interface Place extends Location {
  readonly image: 'market-stand' | 'counter' | 'dining-room';
  readonly badge?: { readonly look: 'news' | 'notice'; readonly list: string; readonly detail: string };
  readonly description: string;
}

/**
 * A mark out of five. The specification gives 4.5, 4.3 and 4.7 without saying whose they are: that they stand in the
 * order of the list is our assumption, for the owner to confirm. They must come from real reviews (LCD art. 3).
 */
const rating = (id: string, value: number) =>
  placeholder(
    `locations.${id}.rating`,
    value,
    'la note moyenne réelle de ce lieu, avec sa source',
    decimalNumber(1, 5),
  );

function openingHours(id: string, { days, opens, closes }: OpeningHours): OpeningHours {
  const hours = {
    days: decided(`locations.${id}.days`, days, 'les jours d’ouverture', weekdays),
    opens: decided(`locations.${id}.opens`, opens, 'l’heure d’ouverture (HH:MM)', time),
    closes: decided(`locations.${id}.closes`, closes, 'l’heure de fermeture (HH:MM)', time),
    exceptions: decided(
      `locations.${id}.exceptions`,
      [],
      'les jours où d’autres heures valent, et les jours de fermeture',
      exceptionalDays,
    ),
  };
  inOrder(`locations.${id}`, hours);
  return hours;
}

/**
 * The three places. Names and hours are the specification's; phones, addresses and map searches are made up and
 * marked. Their phone numbers are in a range that is not assigned (business.ts).
 */
export const locations: readonly Place[] = [
  {
    id: 'lausanne-manor',
    name: 'Lausanne Manor',
    location: 'Lausanne',
    type: 'Point de vente',
    rating: rating('lausanne-manor', 4.5),
    openingHours: openingHours('lausanne-manor', {
      days: [1, 2, 3, 4, 5, 6],
      opens: '09:00',
      closes: '19:00',
    }),
    phone: placeholder(
      'locations.lausanne-manor.phone',
      '+41 25 555 02 71',
      'le téléphone du stand de Lausanne',
      phone,
    ),
    address: placeholder(
      'locations.lausanne-manor.address',
      'Rue Saint-Laurent 7, 1003 Lausanne',
      'l’adresse du stand de Lausanne',
    ),
    image: 'market-stand',
    googleMapsUrl: mapsSearch('Manor Lausanne'),
    badge: { look: 'news', list: 'Nouveau stand', detail: 'Nouveau' },
    description:
      'Sous l’auvent rayé, au cœur de la halle\u202f: salades du jour, falafels frits devant vous, briouates encore tièdes. À emporter, ou à manger debout, les doigts qui sentent le citron.',
  },
  {
    id: 'vevey-manor',
    name: 'Vevey Manor',
    location: 'Vevey',
    type: 'Point de vente',
    rating: rating('vevey-manor', 4.3),
    openingHours: openingHours('vevey-manor', { days: [1, 2, 3, 4, 5, 6], opens: '09:00', closes: '18:30' }),
    phone: placeholder(
      'locations.vevey-manor.phone',
      '+41 25 555 02 72',
      'le téléphone du stand de Vevey',
      phone,
    ),
    address: placeholder(
      'locations.vevey-manor.address',
      'Avenue du Général-Guisan 18, 1800 Vevey',
      'l’adresse du stand de Vevey',
    ),
    image: 'counter',
    googleMapsUrl: mapsSearch('Manor Vevey'),
    description:
      'Le comptoir des tajines et des douceurs. On choisit son plat sous le couvercle, on repart avec une pyramide de pâtisseries au miel, à l’amande et à la fleur d’oranger.',
  },
  {
    id: 'vevey-restaurant',
    name: 'Vevey Restaurant',
    location: 'Vevey',
    type: 'Restaurant',
    rating: rating('vevey-restaurant', 4.7),
    openingHours: openingHours('vevey-restaurant', {
      days: [2, 3, 4, 5, 6],
      opens: '10:30',
      closes: '23:00',
    }),
    phone: placeholder(
      'locations.vevey-restaurant.phone',
      '+41 25 555 02 73',
      'le téléphone du restaurant de Vevey',
      phone,
    ),
    address: placeholder(
      'locations.vevey-restaurant.address',
      'Quai Perdonnet 12, 1800 Vevey',
      'l’adresse du restaurant de Vevey',
    ),
    image: 'dining-room',
    badge: { look: 'notice', list: 'Bientôt fermé', detail: 'Fermé bientôt' },
    description:
      'La grande table, face au lac. Lanternes, nappes, thé versé de haut\u202f: le soir, on partage couscous et tajines au milieu de la table, et l’on reste.',
  },
];

/**
 * A search that the maps page answers without an account.
 * @see https://developers.google.com/maps/documentation/urls/get-started (search action)
 */
function mapsSearch(query: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}
