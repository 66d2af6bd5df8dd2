/** The catering brand's landing. Its two cards lead nowhere, as specified. */
export const flow = {
  title: 'Traiteur oriental et points de vente',
  description:
    'La maison en deux gestes\u202f: un service traiteur pour vos tables, des points de vente à Lausanne et Vevey pour tous les jours.',
  headline: 'Une cuisine, deux manières de la partager',
  lead: 'Le safran se récolte à l’aube, fleur après fleur. Nous cuisinons de même\u202f: à la main, sans hâte, pour beaucoup de monde.',
  cards: {
    catering: {
      title: 'Service traiteur',
      text: 'Mariages, fêtes, repas d’équipe\u202f: nous apportons la table entière, des salades au thé à la menthe.',
      details: [
        'Fêtes de famille, repas d’équipe',
        'Couscous, tajines, pâtisseries',
        'Chez vous, ou dans votre salle',
      ],
    },
    sales: {
      title: 'Points de vente',
      text: 'Deux stands et un restaurant, pour emporter ce soir ce qui a mijoté depuis le matin.',
      details: ['Lausanne et Vevey', 'Plats du jour à emporter', 'Pâtisseries au miel et à l’amande'],
    },
  },
} as const;
