/** The doorway between the two houses: one headline in two halves, each set in its house's font. */
export const doorway = {
  title: 'Deux maisons, un même soin',
  description:
    'D’un côté, une agence web suisse. De l’autre, une maison de cuisine orientale, traiteur et restaurant. Choisissez votre porte.',
  headline: { agency: 'Deux maisons,', caterer: 'un même soin.' },
  enter: { agency: 'Voir l’agence', caterer: 'Passer à table' },
} as const;
