import { call } from '../call.ts';

/**
 * Step 3 of the funnel. The chat's text is the specification's, to the letter. A booked call is confirmed: the chat is
 * the quick way to reach the agency, and no condition.
 */
export const validation = {
  pageTitle: 'Votre confirmation',
  description: 'Votre appel, et la voie la plus rapide pour nous joindre\u202f: un mot par message.',
  chatText: 'valider',
  button: 'Nous écrire par WhatsApp',
  explanation: [
    'Le bouton ouvre WhatsApp avec un message déjà écrit\u202f: «\u202fvalider\u202f». Envoyez-le tel quel\u202f: vous avez alors notre numéro, et nous le vôtre.',
    'C’est la voie la plus rapide pour nous joindre, pas une condition.',
  ],
  /** The server puts it in the place of `notBooked` when the address names a call. */
  booked: {
    title: 'C’est confirmé.',
    state: `${call.state} ${call.nothingToDo}`,
    calendar: 'Ajouter à mon agenda',
    manage: 'Voir ou changer mon rendez-vous',
  },
  /** The server puts one of these there when the call that the address names is not to come. */
  cancelled: {
    title: 'Cet appel est annulé.',
    state: (when: string) => `L’appel du ${when} n’aura pas lieu. Aucun autre n’est réservé par ce lien.`,
  },
  over: {
    title: 'Cet appel est passé.',
    state: (when: string) => `C’était le ${when}. Un autre se réserve en une minute.`,
  },
  held: {
    title: 'Rien à faire pour l’instant.',
    state: (when: string) =>
      `Votre demande pour le ${when} est notée\u202f: elle attend notre accord, par e-mail.`,
    manage: 'Voir ma demande',
  },
  missing: {
    title: 'Ce lien ne mène nulle part.',
    todo: 'Le lien entier est dans l’e-mail de confirmation. Rien de réservé\u202f? Choisissez une heure.',
  },
  /** Where no call is known of. */
  notBooked: {
    title: 'Il reste l’heure à\u00a0choisir.',
    state: 'Aucun appel n’est encore réservé ici.',
    book: 'Choisir l’heure de mon appel',
    elsewhere: 'Déjà réservé\u202f? Le lien vers votre rendez-vous est dans l’e-mail de confirmation.',
  },
  /** Where calls are booked elsewhere, and this site knows nothing of them. */
  elsewhere: {
    title: 'Un mot suffit.',
    state: 'Un appel réservé dans notre agenda est confirmé.',
  },
  /** Where the hour is settled by message. */
  byMessage: {
    title: 'Un mot suffit.',
    state:
      'Nous convenons de l’heure par le même moyen. Vous nous avez déjà écrit\u202f? Rien d’autre à faire.',
  },
} as const;
