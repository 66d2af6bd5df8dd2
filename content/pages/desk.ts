import { linkPages } from './link-pages.ts';

const { followUp, held } = linkPages;

/** The owner's desk, on the operator's listener. */
export const desk = {
  name: 'Le bureau',
  /** In the order of the menu, by their addresses. */
  sections: {
    '/': 'Maintenant',
    '/contacts': 'Contacts',
    '/appels': 'Appels',
    '/entonnoir': 'L’entonnoir',
    '/sante': 'Santé',
  },
  closed: {
    title: 'Le bureau est fermé',
    told: [
      'Il s’ouvre avec une clé, que cette commande donne sur le serveur\u202f:',
      'D’un autre ordinateur, ouvrez d’abord le chemin vers le serveur, puis l’adresse que la commande affiche\u202f:',
    ],
    commands: ['./oui desk', 'ssh -L 3001:127.0.0.1:3001 serveur'],
  },
  foreign: {
    title: 'Rien n’a été changé',
    told: ['Cette demande ne vient pas d’une page du bureau. Ouvrez-le à nouveau, puis recommencez.'],
    commands: [],
  },
  missing: {
    title: 'Ce contact n’est plus enregistré',
    told: ['Il a été effacé, ou l’adresse est incomplète.'],
    commands: [],
  },
  failed: {
    title: 'Rien n’a été changé',
    told: [
      'La base de données n’a pas répondu. Ce qui est enregistré est intact. Réessayez dans une minute.',
    ],
    commands: [],
  },
  actions: {
    repondu: followUp.answers.repondu.button,
    'pas-joint': followUp.answers['pas-joint'].button,
    tenu: followUp.answers.tenu.button,
    gagne: followUp.answers.gagne.button,
    perdu: followUp.answers.perdu.button,
    'audit-envoye': followUp.sent.button,
    confirme: followUp.confirm.button,
    laisser: held.answers.laisser.button,
    retenir: 'Retenir',
    reessayer: 'Réessayer l’envoi',
    corriger: 'Corriger l’e-mail',
    effacer: 'Effacer',
    annuler: 'Annuler',
    'annuler-appel': 'Annuler l’appel',
  },
  /** After an action, by its name. */
  done: {
    repondu: 'Noté\u202f: répondu. Les rappels cessent.',
    'pas-joint': 'Noté\u202f: pas joint. Un rappel suit le prochain matin ouvré.',
    tenu: 'Noté\u202f: l’appel a eu lieu.',
    gagne: 'Noté\u202f: gagné.',
    perdu: 'Noté\u202f: perdu. Le contact reste enregistré.',
    'audit-envoye': 'Noté\u202f: l’audit est envoyé.',
    confirme: 'Noté\u202f: le contact a écrit par message.',
    laisser: 'Le contact part. Ce qui lui est promis court dès maintenant.',
    retenir: 'Le contact est retenu\u202f: rien ne part avant votre accord.',
    reessayer: 'L’envoi reprend tout de suite.',
    corriger: 'L’adresse est corrigée ici. Sa fiche chez Airtable garde l’ancienne, si elle y est déjà.',
    effacer: 'La personne est effacée de la base.',
    annuler: 'C’est annulé\u202f: tout est comme avant.',
    'annuler-appel': 'L’appel est annulé, et la personne en est avertie.',
  },
  /** Where an action changed nothing, by its reason. */
  unchanged: {
    already: 'C’était déjà noté. Rien n’a été changé.',
    late: 'C’est trop tard pour annuler. Notez une autre réponse à la place.',
    amount: followUp.invalidAmount,
    email: 'Cette adresse e-mail n’est pas complète. Rien n’a été changé.',
    over: 'L’appel a déjà commencé, ou il est déjà annulé. Rien n’a été changé.',
    state: 'Le contact n’est plus dans cet état. Rien n’a été changé.',
  },
  undo: 'Annuler',
  amount: 'Montant en CHF (facultatif)',
  note: 'Noter',
  call: 'Appeler',
  write: 'Écrire',
  now: {
    title: 'Maintenant',
    waiting: (people: number, late: number) =>
      people === 0
        ? 'Rien n’est dû à personne.'
        : `${people === 1 ? 'Une personne attend' : `${people} personnes attendent`}${late === 0 ? '' : `, dont ${late} en retard`}.`,
    late: 'En retard',
    until: (when: string) => `au plus tard le ${when}`,
    unsaid: 'Sans nouvelle',
    callsTitle: 'Appels d’aujourd’hui et de demain',
    noCalls: 'Aucun appel n’est réservé d’ici demain soir.',
    alarmsTitle: 'Alertes',
    alarmSince: (when: string) => `Depuis le ${when}.`,
    oldOnly: (most: string) =>
      `Seuls les ${most} contacts les plus récents sont regardés ici\u202f; ./oui owed les regarde tous.`,
    more: (count: number) => `Et ${count} autres, moins pressés.`,
    empty: {
      title: 'Personne n’a encore écrit',
      told: 'Ici apparaîtra qui attend quoi et jusqu’à quand, le plus pressé d’abord, avec les appels du jour et les alertes. Une réponse se note d’un seul geste.',
    },
  },
  contacts: {
    title: 'Contacts',
    search: 'Nom, e-mail ou référence',
    state: 'État de l’envoi',
    anyState: 'Tous',
    states: { waiting: 'En attente', delivered: 'Chez Airtable', refused: 'Refusé', held: 'Retenu' },
    since: 'Reçus depuis le',
    find: 'Chercher',
    none: 'Aucun contact ne correspond.',
    searched: (most: string) =>
      `Les noms sont cherchés parmi les ${most} contacts les plus récents\u202f; une adresse e-mail entière est cherchée parmi tous.`,
    older: 'Contacts plus anciens',
    choose: 'Choisissez un contact pour voir toute son histoire.',
    back: 'Tous les contacts',
    previous: 'Précédent',
    next: 'Suivant',
    keys: 'Au clavier\u202f: j et k passent d’un contact à l’autre.',
    story: 'Son histoire',
    facts: 'Ce que l’on sait',
    calls: 'Ses appels',
    record: 'Voir sa fiche chez Airtable',
    email: 'Nouvelle adresse e-mail',
    owed: 'Ce qui lui est dû',
    heldBecause: 'Retenu parce que',
    lastError: 'Dernière erreur',
    received: 'Reçu le',
    reference: 'Référence',
    status: 'Statut',
    delivery: 'Envoi à Airtable',
    phone: 'Téléphone',
    erase: {
      title: (name: string) => `Effacer ${name}\u202f?`,
      told: 'Disparaissent de la base, sans retour possible\u202f:',
      remains:
        'Restent à effacer à la main\u202f: la fiche chez Airtable, les sauvegardes faites avant maintenant, les e-mails déjà envoyés et votre agenda.',
      call: (when: string) =>
        `L’appel du ${when} est encore à venir\u202f: annulez-le d’abord, pour que la personne en soit avertie.`,
      confirm: 'Effacer définitivement',
      keep: 'Ne rien effacer',
    },
  },
  calls: {
    title: 'Appels',
    week: (first: string, last: string) => `Du ${first} au ${last}`,
    previous: 'Semaine précédente',
    next: 'Semaine suivante',
    this: 'Cette semaine',
    free: (count: number) =>
      count === 0 ? 'aucune heure libre' : count === 1 ? 'une heure libre' : `${count} heures libres`,
    none: 'Aucun appel.',
    states: { booked: 'Réservé', held: 'Attend votre accord', cancelled: 'Annulé' },
    outcomes: { held: 'Tenu', 'not-reached': 'Pas joint' },
    move: 'Déplacer',
    elsewhere: 'Les appels ne se réservent pas sur ce site\u202f: voyez l’agenda de votre prestataire.',
  },
  health: {
    title: 'Santé',
    received: 'Reçus ces 30 jours',
    delivered: 'Dont chez Airtable',
    waiting: 'En attente',
    refused: 'Refusés par Airtable',
    held: 'Retenus',
    atLeast: (count: number) => `${count} ou plus`,
    mails: 'E-mails qui attendent',
    backup: 'Dernière sauvegarde',
    noBackup: 'Aucune n’est connue sur ce serveur',
    paused: 'Envoi suspendu depuis',
    version: 'Version',
    fine: 'Aucune alerte.',
    doctor: {
      button: 'Examiner l’installation',
      told: 'npm run doctor regarde réglages, Airtable, e-mails, disque, horloge et sauvegardes. Cela prend jusqu’à une minute, le site continue.',
      running: 'L’examen est en cours. La page le montre dès qu’il est terminé.',
      at: (when: string) => `Examen du ${when}`,
      failed: 'L’examen n’a pas abouti en deux minutes. Lancez npm run doctor sur le serveur.',
    },
    weights: {
      blocks: 'À régler d’abord\u202f: un contact serait perdu ou retardé',
      mend: 'À régler avant la mise en ligne',
      fine: 'En ordre',
    },
  },
} as const;

export type DeskAction = keyof typeof desk.actions;
