/** Words around a legal document, whichever house it belongs to. */
export const legalPage = {
  updated: 'Mis à jour le',
  contents: 'Sommaire',
} as const;
