import { caterer } from '../business.ts';

/** The restaurant's landing. `\u202f` is the narrow no-break space French sets before ? ! ; and :. */
export const home = {
  title: `${caterer.brand}, cuisine orientale à Lausanne et Vevey`,
  description:
    'Couscous, tajines et pâtisseries au miel, entre Lausanne et Vevey\u202f: nos adresses, notre service traiteur, une table pour le soir.',
  above: 'Cuisine orientale',
  below: 'La table est mise. Couscous et tajines du soir, miel et fleur d’oranger, au bord du lac.',
  waysLabel: 'Où aller',
  ways: [
    { href: '/flow', title: 'La maison', text: 'Notre cuisine, deux gestes' },
    { href: '/restaurants', title: 'Nos adresses', text: 'Deux stands, un restaurant' },
    { href: '/servicetraiteur', title: 'Service traiteur', text: 'La table vient chez vous' },
  ],
} as const;
