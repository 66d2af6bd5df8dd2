/** Step 2 of the funnel. The title is the specification's, to the letter. */
export const introduction = {
  pageTitle: 'Plus qu’une étape\u202f: réservez votre appel de 15 minutes',
  description:
    'Choisissez le moment qui vous convient\u202f: quinze minutes pour parler de votre site et de ce qu’il peut vendre.',
  title: "Plus qu'une étape!",
  greetingPlain: 'Quinze minutes, au moment qui vous convient.',
  /** What became of the visitor's request; `%` is the name that was typed, which the server does not say. */
  news: {
    receivedPlain: 'Merci, votre demande est notée et bien reçue.',
    received: 'Merci %, votre demande est notée et bien reçue.',
    kept: 'Merci %, votre demande est notée dans ce navigateur. Elle part dès que le réseau revient\u202f: gardez cette page ouverte, sinon ce sera à votre prochaine visite.',
    refused: '%, votre demande n’a pas pu être acceptée.',
    again: 'Reprendre le formulaire',
  },
  text: 'Un quart d’heure dans votre agenda\u202f: nous vous appelons, l’audit de votre site sous les yeux.',
  film: { title: 'Les quinze minutes de votre appel', call: 'Voir le film', length: '16 s' },
  agendaTitle: 'Au programme',
  agenda: [
    { time: '5 min', text: 'Vos chiffres\u202f: d’où viennent vos clients aujourd’hui.' },
    { time: '5 min', text: 'Votre page\u202f: ce qui retient un visiteur, ce qui le perd.' },
    { time: '5 min', text: 'Votre plan\u202f: ce qui change en 48h, et à quel prix.' },
  ],
  booking: {
    button: 'Réserver mes 15 minutes',
    dialogTitle: 'Votre appel de 15 minutes',
    frameTitle: 'Agenda de réservation',
    close: 'Fermer',
    loading: 'L’agenda s’ouvre…',
    silent:
      'L’agenda ne répond pas ici\u202f? Ouvrez-le dans un nouvel onglet, vos coordonnées vous y suivent.',
    link: 'Ouvrir l’agenda dans un nouvel onglet',
    late: 'L’agenda tarde\u202f: le bouton l’ouvre maintenant dans un nouvel onglet, vos coordonnées vous y suivent.',
  },
  /** Where calls are booked elsewhere: this page does not hear of it. */
  already: 'J’ai réservé mon appel',
  /** While the agency has no booking page yet: the call is settled by message. */
  byMessage: {
    text: 'Écrivez-nous maintenant deux moments qui vous conviennent. Nous vous appelons, l’audit de votre site sous les yeux.',
    button: 'Fixer mes 15 minutes par WhatsApp',
    chatText: 'Bonjour, je souhaite fixer mon appel de 15 minutes. Deux moments qui me conviennent\u202f: ',
    already: 'J’ai envoyé mon message',
  },
} as const;
