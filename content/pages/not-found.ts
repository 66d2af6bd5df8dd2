/** The page for what does not exist. The English title and link are the specification's, to the letter. */
export const notFound = {
  pageTitle: 'Page introuvable',
  description: 'Cette adresse ne mène à aucune page. Revenez à l’accueil pour retrouver votre chemin.',
  numerals: ['4', '0', '4'],
  title: 'Oops! Page not found',
  text: 'Cette adresse ne mène à aucune page. Elle a changé, ou n’a jamais existé.',
  home: 'Return to Home',
} as const;
