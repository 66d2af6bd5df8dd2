/** Words that both houses use with the same meaning. */
export const shared = {
  skip: 'Aller au contenu',
  home: 'accueil',
  back: 'Retour',
  /** What a screen reader says in the place of the arrow that leads out. */
  newTab: 'dans un nouvel onglet',
  footerLabel: 'Informations légales',
} as const;
