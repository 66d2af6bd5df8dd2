/** The list of places and the window of each. */
export const restaurants = {
  title: 'Nos restaurants et points de vente, Lausanne et Vevey',
  description:
    'Lausanne Manor, Vevey Manor et notre restaurant de Vevey\u202f: horaires, adresses, et lequel est ouvert à cette minute.',
  headline: 'Trois tables, un même feu',
  lead: 'Deux stands pour tous les jours, une salle pour le soir. Poussez la porte.',
  ratingLabel: 'Note',
  ratingOf: 'sur 5',
  holidays: 'Nos trois adresses sont fermées les jours fériés du canton de Vaud.',
  see: 'Voir cette adresse',
  close: 'Fermer',
  hours: 'Horaires',
  address: 'Adresse',
  phone: 'Téléphone',
  maps: 'Accéder maintenant',
  call: 'Appeler maintenant',
} as const;
