/** The agency's landing, at night. */
export const landing = {
  title: 'Un site qui vend, livré en 48h',
  description:
    'Agence web suisse pour dirigeants d’entreprise\u202f: votre site devient une machine de vente en 48h. Audit express gratuit, par message.',
  headline: ['Un site', 'qui vend.', 'Livré', 'en 48h.'],
  lead: 'Nous reprenons le site de votre entreprise et en faisons votre meilleur vendeur. Vous gardez votre métier\u202f; nous prenons le reste.',
  offer: { href: '/sales', label: 'Voir l’offre, film et chiffres à l’appui' },
  cardsLabel: 'Par où commencer',
  analysis: {
    title: 'Réserver une analyse gratuite',
    text: 'C’est l’audit express. Un message suffit\u202f; la réponse est franche.',
    chatText: 'Bonjour, je souhaite réserver mon analyse express gratuite.',
  },
  accompaniment: {
    title: "Notre service d'accompagnement",
    text: 'Développement, conseil ou outils, au choix.',
  },
} as const;
