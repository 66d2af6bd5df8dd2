import { at } from '../call.ts';

/** The pages behind the links in the mails. */
export const linkPages = {
  expired: {
    title: 'Ce lien n’est plus valable',
    text: 'Il a expiré, ou il est incomplet. Rien n’a été changé.',
    todo: 'Ouvrez le lien entier depuis l’e-mail le plus récent, sans le recopier. S’il ne s’ouvre pas non plus, écrivez-nous\u202f:',
  },
  origin: 'Cette demande vient d’un autre site. Rien n’a été changé.',
  followUp: {
    title: (name: string) => `Où en êtes-vous avec ${name}\u202f?`,
    received: (when: string) => `Demande reçue le ${when}.`,
    answers: {
      repondu: { button: 'Répondu', text: 'Les rappels cessent.' },
      'pas-joint': {
        button: 'Pas joint',
        text: 'Un rappel suit le prochain matin ouvré, tant qu’il n’y en a pas eu trois. Ensuite le contact reste dans l’e-mail de la semaine.',
      },
      tenu: { button: 'Tenu', text: 'L’appel a eu lieu, les rappels cessent.' },
      gagne: { button: 'Gagné', text: 'Le contact est devenu client, plus rien ne lui est dû.' },
      perdu: { button: 'Perdu', text: 'Le contact reste enregistré, les rappels cessent.' },
    },
    sent: {
      button: 'Audit envoyé',
      text: 'Vous lui avez envoyé son audit vous-même\u202f: il n’est plus dû.',
    },
    late: {
      title: 'Ce lien est trop ancien',
      text: 'Rien n’a été changé. De nouveaux liens peuvent partir à l’adresse de l’agence.',
      button: 'Recevoir de nouveaux liens',
      done: 'De nouveaux liens sont en route',
      doneText: 'Ils partent à l’adresse de l’agence, une fois par heure au plus.',
    },
    confirm: {
      button: 'A écrit par message',
      text: 'Vous êtes en contact par message\u202f: le contact devient «\u202fHot\u202f», ici et dans Airtable, et les rappels cessent.',
    },
    last: (answer: string, when: string) => `Dernière réponse\u202f: «\u202f${answer}\u202f», le ${when}.`,
    amount: 'Montant en CHF, si vous voulez le noter',
    invalidAmount: 'Le montant est un nombre de francs, par exemple 1500. Rien n’a été changé.',
    done: 'Votre réponse est enregistrée',
    doneText: (answer: string) => `Ce contact est marqué «\u202f${answer}\u202f».`,
    again: 'Corriger',
    invalid: 'Choisissez l’une des réponses. Rien n’a été changé.',
    gone: {
      title: 'Ce contact n’est plus enregistré',
      text: 'Il a été effacé. Il n’y a plus rien à faire.',
    },
  },
  held: {
    title: (name: string) => `Laisser partir ${name}\u202f?`,
    about: (email: string, when: string) =>
      `${email}, demande reçue le ${when} et retenue parce que douteuse.`,
    call: (when: string, provider?: string) =>
      `Appel à venir, réservé avec cette demande\u202f: le ${when}. ${
        provider === undefined
          ? 'Effacer l’annule aussi, et la personne en est avertie si elle avait reçu un e-mail.'
          : `Effacer le laisse\u202f: annulez-le chez ${provider}.`
      }`,
    answers: {
      laisser: {
        button: 'Laisser partir',
        text: 'Le contact part vers Airtable, et la personne reçoit sa confirmation.',
        done: 'Le contact part. Ce qui lui est promis court dès maintenant.',
      },
      effacer: {
        button: 'Effacer',
        text: 'Le contact disparaît de la base. Personne n’en est averti, sauf d’un appel réservé avec lui.',
        done: 'Le contact est effacé.',
      },
    },
    done: 'Votre décision est enregistrée',
    gone: {
      title: 'Ce contact n’est plus retenu',
      text: 'Il est parti ou il a été effacé. Il n’y a plus rien à faire.',
    },
  },
  report: {
    title: 'Voir le rapport',
    about: (host: string) => `Avec votre adresse, l’audit express de ${host} a été demandé.`,
    button: 'Voir le rapport',
    unasked: 'Si ce n’est pas vous, fermez cette page\u202f: rien d’autre ne suivra de cet audit.',
    gone: {
      title: 'Ce rapport n’est plus là',
      text: 'Il a expiré ou il a été effacé. Un nouvel audit se demande à l’étape 2 du site.',
    },
  },
  callOver: {
    title: (name: string) => `Avez-vous parlé à ${name}\u202f?`,
    about: (when: string, phone: string) => `Appel du ${when}${at(phone)}.`,
    answers: {
      tenu: { button: 'Tenu', text: 'L’appel a eu lieu.' },
      'pas-joint': { button: 'Pas joint', text: 'L’appel compte comme manqué.' },
    },
    last: (answer: string) => `Dernière réponse\u202f: «\u202f${answer}\u202f».`,
    doneText: (answer: string) => `L’appel est marqué «\u202f${answer}\u202f».`,
    early: 'L’appel n’a pas encore commencé. Rien n’a été changé.',
    gone: {
      title: 'Cet appel n’est plus enregistré',
      text: 'Il a été annulé ou effacé. Il n’y a plus rien à faire.',
    },
  },
  /** Behind the link in the mail that asks a mailbox about calls that wait. */
  mailbox: {
    title: 'Est-ce bien vous\u202f?',
    told: 'Cet appel a été demandé avec votre adresse. Il est réservé dès que vous le dites.',
    confirm: (when: string) => `C’est bien moi, réservez l’appel du ${when}`,
    taken: 'Cette heure vient d’être prise. Choisissez-en une autre sur la page des réservations.',
    enough: 'Trois appels sont déjà réservés avec cette adresse : celui-ci attend notre accord.',
    gone: {
      title: 'Plus aucun appel n’attend',
      text: 'L’appel est déjà réservé, retiré, ou son heure est passée. Il n’y a plus rien à faire ici.',
    },
  },
  erasure: {
    title: 'Effacer votre demande',
    text: 'Nous effaçons votre nom, votre adresse e-mail et tout ce qui concerne votre demande, dans les 30\u00a0jours. Vous ne recevrez plus rien de nous à ce sujet.',
    calls:
      'Un appel encore à venir est annulé\u202f: l’e-mail qui le confirme est alors le dernier que vous recevez.',
    /** Of a call that was booked at a scheduling provider. */
    callsElsewhere: (provider: string) =>
      `Un appel encore à venir s’annule par le lien de l’e-mail de ${provider}, où il a été réservé. Ce que ${provider} sait de vous se demande là-bas.`,
    button: 'Demander l’effacement',
    done: 'Votre demande d’effacement est enregistrée',
    doneText: (when: string) => `Vos données seront effacées au plus tard le ${when}.`,
    gone: {
      title: 'Il ne reste rien à effacer',
      text: 'Votre demande n’est plus enregistrée chez nous.',
    },
    write: (email: string) => `Pour toute question\u202f: ${email}`,
  },
  failed: {
    title: 'Votre réponse n’a pas pu être enregistrée',
    text: 'Le serveur n’a pas pu écrire dans sa base de données. Rien n’a été changé. Réessayez dans une minute.',
  },
} as const;
