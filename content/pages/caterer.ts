/** Words that every page of the caterer shares. */
export const catererShell = {
  landing: '/home',
  navLabel: 'La maison',
  nav: [
    { href: '/flow', label: 'La maison' },
    { href: '/restaurants', label: 'Nos adresses' },
    { href: '/servicetraiteur', label: 'Traiteur' },
  ],
  phoneLabel: 'Téléphone',
  legalLinks: [
    { href: '/nos-engagements', label: 'Nos engagements' },
    { href: '/mentions-legales', label: 'Mentions légales' },
    { href: '/politique-de-donnees', label: 'Politique de données' },
  ],
} as const;
