/** Step 3 of the funnel. The chat's text is the specification's, to the letter. */
export const validation = {
  pageTitle: 'Confirmez votre appel',
  description: 'Dernière étape\u202f: confirmez votre appel par message, en un mot.',
  title: 'Un mot, et c’est confirmé.',
  chatText: 'valider',
  button: 'Confirmer par WhatsApp',
  explanation: [
    'Le bouton ouvre WhatsApp avec un message déjà écrit\u202f: «\u202fvalider\u202f». Envoyez-le tel quel.',
    'Votre appel est alors confirmé, et nous savons que nous parlons à la bonne personne.',
  ],
} as const;
