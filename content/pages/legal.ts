/** Words around a legal document, whichever house it belongs to. */
export const legalPage = {
  updated: 'Mis à jour le',
  contents: 'Sommaire',
  back: 'Retour',
} as const;
