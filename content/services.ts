import type { Service } from '#domain/service.ts';
import { agency } from './business.ts';
import { placeholder } from './placeholder.ts';

/** A service and the names of its drawings: `image` is the large one, `icon` the small one. */
export interface OfferedService extends Service {
  readonly id: 'developpement-web' | 'consultation-privee' | 'boite-a-outils';
  readonly image: 'growth' | 'dialogue' | 'kit';
  readonly icon: OfferedService['image'];
}

const office = {
  phone: agency.phone,
  address: placeholder(
    'services.address',
    'Rue de l’Exemple 48, 1003 Lausanne',
    'l’adresse où l’agence reçoit ses clients',
  ),
};

/** A mark out of five. It must come from real reviews before it is published (LCD art. 3). */
const rating = (id: OfferedService['id'], value: string) =>
  Number(placeholder(`services.${id}.rating`, value, 'la note moyenne réelle, avec sa source'));

/** What the agency sells. The names are the specification's; phones, addresses and marks are made up. */
export const services: readonly OfferedService[] = [
  {
    id: 'developpement-web',
    name: 'Développement Web',
    location: 'À distance, toute la Suisse',
    type: 'Réalisation',
    rating: rating('developpement-web', '4.9'),
    ...office,
    image: 'growth',
    icon: 'growth',
  },
  {
    id: 'consultation-privee',
    name: 'Consultation Privée',
    location: 'Lausanne, ou en visioconférence',
    type: 'Conseil',
    rating: rating('consultation-privee', '4.8'),
    ...office,
    image: 'dialogue',
    icon: 'dialogue',
  },
  {
    id: 'boite-a-outils',
    name: 'Boîte à outils',
    location: 'En ligne',
    type: 'Sélection',
    rating: rating('boite-a-outils', '4.7'),
    ...office,
    image: 'kit',
    icon: 'kit',
  },
];
