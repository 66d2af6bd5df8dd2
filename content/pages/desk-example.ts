/** Made-up people and campaigns, which the desk shows on request before anybody has come. */
export const deskExample = {
  people: [
    ...['Camille Rochat', 'Luc Favre', 'Inès Delacroix', 'Marc Bolomey', 'Zoé Monnier', 'Paul Chappuis'],
    ...['Anne Jaquier', 'Hugo Pittet', 'Léa Blanchard', 'Noé Cuendet', 'Eva Marguerat', 'Jean Rosset'],
    ...['Sofia Lambert', 'Yves Corbaz', 'Nadia Perrin', 'Olivier Gex', 'Julie Badoux', 'Samuel Thorens'],
    ...['Claire Duvoisin', 'Bastien Rey'],
  ],
  companies: ['boulangerie', 'garage', 'fleurs', 'menuiserie', 'cabinet', 'fiduciaire', 'auberge'],
  sources: [
    { source: 'google', medium: 'cpc', campaign: 'printemps' },
    { source: 'lettre', medium: 'e-mail', campaign: 'novembre' },
    { source: 'linkedin', medium: 'social', campaign: 'patrons' },
  ],
  held: 'Champ piège rempli (exemple).',
  refused: 'HTTP 422, Unknown field name Status (exemple)',
  receipt: '250 2.0.0 Ok (exemple)',
} as const;
