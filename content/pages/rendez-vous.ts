import { call } from '../call.ts';
import { fieldsToCorrect } from '../fields-to-correct.ts';

/** The pages on which a call is booked, shown, moved and cancelled. */
export const rendezVous = {
  choose: {
    title: 'Réserver un appel',
    headline: 'Choisissez votre heure',
    lead: 'Un appel de 15\u00a0minutes, sans engagement.',
    officeZone: 'Les heures sont celles de la Suisse.',
    /** `zone` is the visitor's town. */
    bothZones: (zone: string) => `Vos heures (${zone}). En dessous, celles de la Suisse.`,
    /** To a visitor who has a call to come; `when` is its day and hour. */
    known: (when: string) => `${call.state} C’est le ${when}.`,
    knownThen:
      'Pour le déplacer ou l’annuler, ouvrez le lien de l’e-mail de confirmation. Le formulaire ci-dessous réserve un appel de plus.',
    times: 'Heures libres',
    day: 'Jour',
    earlier: 'Premiers jours',
    later: 'Jours suivants',
    none: 'Aucune heure n’est libre pour le moment.',
    noneThen: 'Écrivez-nous, nous en trouverons une\u202f:',
    name: 'Votre nom',
    email: 'Votre e-mail',
    phone: 'Le numéro où vous appeler',
    phoneHint: 'Un numéro étranger s’écrit avec son indicatif, par exemple +33.',
    submit: 'Réserver cet appel',
    privacy: 'Ces coordonnées servent à cet appel et à limiter les abus.',
    privacyLink: 'Politique de confidentialité',
    contact: 'Vos coordonnées',
  },
  /** Where calls are booked at a scheduling provider, for a form that was still open. */
  closed: {
    title: 'Cet appel n’a pas été réservé',
    provider: {
      text: 'Les appels ne se réservent plus sur cette page. Rien n’a été réservé\u202f: choisissez votre heure dans l’agenda de l’étape 2.',
      link: 'Choisir une heure',
    },
    message: {
      text: 'Les appels ne se réservent plus sur cette page. Rien n’a été réservé\u202f: écrivez-nous, l’étape 2 a le bouton pour cela.',
      link: 'Fixer l’appel par message',
    },
  },
  /** The same form inside step 2. `%` is replaced by what the visitor chose, or by a fact. */
  island: {
    times: 'Choisissez votre heure',
    day: 'Jour',
    hours: 'Heures libres, %',
    earlier: 'Jours précédents',
    later: 'Jours suivants',
    /** Above the times, when what was chosen has gone; `%` is the day. */
    noneThatDay: 'Il n’y en a plus %.',
    officeZone: 'Les heures sont celles de la Suisse.',
    bothZones: 'Vos heures (%). En dessous, celles de la Suisse.',
    unreadable: 'Les heures libres n’ont pas pu être lues.',
    /** Under the times that are in the page already, where the others could not be read: one line of the narrowest phone. */
    onlyAhead: 'Heures de Suisse. Autres jours\u202f:',
    readOthers: 'réessayer',
    readAgain: 'Réessayer',
    none: 'Aucune heure n’est libre pour le moment. Écrivez-nous, nous en trouverons une\u202f:',
    name: 'Votre nom',
    email: 'Votre e-mail',
    phone: 'Le numéro où vous appeler',
    phoneHint: 'Un numéro étranger s’écrit avec son indicatif, par exemple +33.',
    submit: 'Réserver cet appel',
    submitChosen: 'Réserver %',
    submitting: 'Réservation en cours…',
    late: 'Le serveur tarde à répondre. Attendez encore un peu ou réessayez\u202f: la même demande ne réserve qu’une fois.',
    silent:
      'Le serveur ne répond pas. Tout ce que vous avez saisi est encore là\u202f: réessayez, la même demande ne réserve qu’une fois.',
    offline:
      'La connexion manque. Tout ce que vous avez saisi est encore là\u202f: la réservation part d’elle-même dès que le réseau revient.',
    retryIn: 'Réessayez dans % secondes\u202f: rien de ce que vous avez saisi n’est perdu.',
    booked: call.state,
    held: 'Votre demande est notée\u202f: elle attend notre accord.',
    there: 'Heure de Suisse. Chez vous (%)\u202f:',
    bookedCalls: `${call.calls('%')}.`,
    bookedLink: 'Voir mon rendez-vous',
    another: call.bookAnother,
    privacy: 'Ces coordonnées servent à cet appel et à limiter les abus.',
    privacyLink: 'Politique de confidentialité',
  },
  booked: {
    title: 'Votre appel est réservé',
    state: call.state,
    nothingToDo: call.nothingToDo,
    moved: call.moved,
    cancelledTitle: 'Votre appel est annulé',
    cancelledState: call.cancelledState,
    overState: 'L’heure de cet appel est passée.',
    calls: call.calls,
    next: 'Nous écrire un mot, si vous le souhaitez',
    calendar: 'Ajouter à mon agenda',
    move: 'Déplacer l’appel',
    moveSubmit: 'Déplacer à cette heure',
    cancel: 'Annuler l’appel',
    cancelSubmit: 'Oui, annuler l’appel',
    cancelHint: 'L’heure redevient libre pour quelqu’un d’autre.',
    correct: 'Corriger le numéro',
    correctSubmit: 'Appelez-moi à ce numéro',
    corrected: (phone: string) => `C’est corrigé\u202f: ${call.calls(phone)}.`,
    correctHint: 'Le jour et l’heure restent les mêmes.',
    keep: 'Gardez l’adresse de cette page, elle est aussi dans l’e-mail de confirmation\u202f: elle seule permet de changer ou d’annuler l’appel.',
    office: 'heure de Suisse',
    /** A call that waits for the owner's word. */
    held: {
      title: 'Votre demande attend notre accord',
      state: 'Elle est enregistrée.',
      /** `when` is a day and an hour. */
      asked: (when: string) => `Heure demandée, pas encore réservée\u202f: ${when}.`,
      text: [
        'Nous lisons certaines réservations avant de les confirmer, surtout quand il en arrive beaucoup à la fois. D’ici là, l’heure reste libre pour tout le monde.',
        'Dès que l’appel est confirmé, vous recevez un e-mail. Si nous vous en envoyons un avec un lien, confirmez vous-même par ce lien. Sans e-mail de notre part, nous n’appelons pas.',
      ],
      writeTo: 'C’est urgent\u202f? Écrivez-nous ou appelez-nous\u202f:',
      withdraw: 'Retirer ma demande',
      withdrawHint: 'Nous ne la lirons pas.',
      withdrawSubmit: 'Oui, retirer ma demande',
    },
  },
  /** As calendars show the call. */
  event: {
    visitor: {
      summary: (brand: string) => `Appel avec ${brand}`,
      description: (brand: string, phone: string, page: string) =>
        `${brand} vous appelle au ${phone}.\nDéplacer ou annuler\u202f: ${page}`,
      location: (phone: string) => `Par téléphone, au ${phone}`,
    },
    owner: {
      summary: (name: string) => `Appeler ${name}`,
      description: (name: string, email: string, phone: string, page: string) =>
        `Vous appelez ${name} au ${phone}.\nE-mail\u202f: ${email}\nPage du rendez-vous\u202f: ${page}`,
      location: (phone: string) => `Téléphone\u202f: ${phone}`,
    },
  },
  /** Behind a link that names no call. */
  missing: {
    title: 'Ce lien ne mène à aucun rendez-vous',
    text: 'Il est sans doute incomplet, ou le rendez-vous a été effacé. Rien n’a été changé\u202f: un appel réservé le reste.',
    todo: [
      'Ouvrez le lien entier depuis l’e-mail de confirmation, sans le recopier.',
      'Vous ne trouvez pas l’e-mail\u202f? Cherchez aussi parmi les indésirables, puis écrivez-nous.',
      'Aucun appel n’est réservé\u202f? Choisissez une heure maintenant.',
    ],
    book: 'Choisir une heure',
  },
  faults: {
    taken: 'Cette heure vient d’être prise. Voici les prochaines qui sont libres.',
    notFree: 'Cette heure n’est plus libre, et aucune autre ne l’est pour le moment.',
    invalid: (count: number) => `${fieldsToCorrect(count)} Rien n’est encore réservé.`,
    /** To a visitor who sends the form without JavaScript, once. */
    slip: 'Rien n’est encore réservé\u202f: vérifiez d’abord votre e-mail.',
    /** About a telephone number that may be of either country. */
    country: 'Rien n’est encore réservé\u202f: dites d’abord de quel pays est votre numéro.',
    whichCountry: (swiss: string, french: string) => `Suisse (${swiss}) ou France (${french})\u202f?`,
    countries: { CH: 'Suisse', FR: 'France' },
    conflict: 'Cet identifiant désigne déjà une autre réservation.',
    /** The same two for the form without JavaScript, which does not know what was booked with it before. */
    perhapsYours: 'Si vous venez de la réserver vous-même, votre page est dans l’e-mail de confirmation.',
    usedForm:
      'Avec ce formulaire, un appel est déjà réservé\u202f: votre page est dans l’e-mail de confirmation. Pour en réserver un autre, envoyez encore une fois.',
    often: 'Trop de réservations viennent de cette connexion. Réessayez dans un instant.',
    oftenToday:
      'Trop d’appels ont été réservés aujourd’hui depuis cette connexion. Réessayez demain, ou écrivez-nous.',
    store: 'La réservation n’a pas pu être enregistrée, et rien n’est réservé. Réessayez dans un instant.',
    change:
      'Le changement n’a pas pu être enregistré\u202f: l’appel reste comme il était. Réessayez dans un instant.',
    origin: 'Cette demande vient d’un autre site.',
    over: 'Cet appel ne peut plus être changé.',
    start: 'Choisissez une heure dans la liste.',
    number: 'Le numéro n’a pas été changé.',
  },
} as const;

/** What the form inside step 2 says. */
export type BookingWords = (typeof rendezVous)['island'];
