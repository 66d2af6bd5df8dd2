import type { Service } from '#domain/service.ts';
import { agency } from './business.ts';
import { placeholder } from './facts/fact.ts';

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

/** What the agency sells. The names are the specification's; phones and addresses are made up. */
export const services: readonly OfferedService[] = [
  {
    id: 'developpement-web',
    name: 'Développement Web',
    location: 'À distance, toute la Suisse',
    type: 'Réalisation',
    ...office,
    image: 'growth',
    icon: 'growth',
  },
  {
    id: 'consultation-privee',
    name: 'Consultation Privée',
    location: 'Lausanne, ou en visioconférence',
    type: 'Conseil',
    ...office,
    image: 'dialogue',
    icon: 'dialogue',
  },
  {
    id: 'boite-a-outils',
    name: 'Boîte à outils',
    location: 'En ligne',
    type: 'Sélection',
    ...office,
    image: 'kit',
    icon: 'kit',
  },
];
