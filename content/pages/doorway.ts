import { agency, caterer } from '../business.ts';

/** The doorway between the two houses: one headline in two halves, each set in its house's font. */
export const doorway = {
  title: 'Deux maisons, un même soin',
  description:
    'D’un côté, une agence web suisse. De l’autre, une maison de cuisine orientale, traiteur et restaurant. Choisissez votre porte.',
  headline: { agency: 'Deux maisons,', caterer: 'un même soin.' },
  /** Under each door: how to reach the house, and who it is. */
  links: {
    agency: [
      { href: `mailto:${agency.email}`, label: 'E-mail' },
      { href: '/mentions-legales-agence', label: 'Mentions légales' },
      { href: '/privacy-policy', label: 'Politique de données' },
    ],
    caterer: [
      { href: `mailto:${caterer.email}`, label: 'E-mail' },
      { href: '/mentions-legales', label: 'Mentions légales' },
      { href: '/politique-de-donnees', label: 'Politique de données' },
    ],
  },
  enter: { agency: 'Voir l’agence', caterer: 'Passer à table' },
} as const;
