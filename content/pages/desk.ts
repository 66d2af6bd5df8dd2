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
    recreer: 'Créer la fiche à nouveau',
    delaisser: 'Laisser supprimée',
    corriger: 'Corriger l’e-mail',
    effacer: 'Effacer',
    annuler: 'Annuler',
    'annuler-appel': 'Annuler l’appel',
    'annuler-afflux': 'Annuler un afflux',
    bloquer: 'Bloquer',
    liberer: 'Libérer',
    'liberer-jours': 'Laisser libres ces jours',
    'compter-jours': 'Compter à nouveau',
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
    recreer: 'La fiche sera créée à nouveau chez Airtable, après les contacts qui attendent.',
    delaisser: 'La fiche reste supprimée chez Airtable, et plus rien n’en parle.',
    corriger: 'L’adresse est corrigée ici. Sa fiche chez Airtable garde l’ancienne, si elle y est déjà.',
    effacer:
      'La personne est effacée. Voici ce que deviennent ses fiches chez Airtable, et ce qui reste hors d’atteinte.',
    annuler: 'C’est annulé\u202f: tout est comme avant.',
    'annuler-appel': 'L’appel est annulé, et la personne en est avertie.',
    'annuler-afflux':
      'Ces appels sont annulés comme abus, leur heure est libre, et ils ne comptent plus, ni ceux de ce temps qui l’étaient déjà. Qui avait reçu un e-mail en est averti. Un réseau qui a trop réservé attend toujours votre accord.',
    bloquer:
      'L’heure est bloquée\u202f: personne ne peut plus la réserver. Les appels déjà réservés restent.',
    liberer: 'L’heure est de nouveau libre.',
    'liberer-jours': 'Les journées entières dont le titre contient ces mots ne bloquent plus rien.',
    'compter-jours': 'Ces journées entières bloquent de nouveau leurs jours.',
  },
  /** Where an action changed nothing, by its reason. */
  unchanged: {
    already: 'C’était déjà noté. Rien n’a été changé.',
    late: 'C’est trop tard pour annuler. Notez une autre réponse à la place.',
    amount: followUp.invalidAmount,
    email: 'Cette adresse e-mail n’est pas complète. Rien n’a été changé.',
    short: 'Écrivez au moins trois lettres du titre. Rien n’a été changé.',
    over: 'L’appel a déjà commencé, ou il est déjà annulé. Rien n’a été changé.',
    state: 'Le contact n’est plus dans cet état. Rien n’a été changé.',
  },
  undo: 'Annuler',
  amount: 'Montant en CHF (facultatif)',
  note: 'Noter',
  call: 'Appeler',
  write: 'Écrire',
  example: {
    title: 'Exemple',
    told: 'Tout est inventé et vit dans une base à part\u202f; aucun e-mail ne part.',
    show: 'Voir le bureau avec des données inventées',
    leave: 'Revenir à mon bureau',
  },
  now: {
    title: 'Maintenant',
    waiting: (people: number, late: number) =>
      people === 0
        ? 'Rien n’est dû à personne.'
        : `${people === 1 ? 'Une personne attend' : `${people} personnes attendent`}${late === 0 ? '' : `, dont ${late} en retard`}.`,
    todo: 'À faire',
    late: 'En retard de',
    left: 'Encore',
    today: 'Aujourd’hui',
    tomorrow: 'Demain',
    held: (count: string) => `Retenus, en attente de votre accord\u202f: ${count}`,
    until: (when: string) => `au plus tard le ${when}`,
    unsaid: 'Sans nouvelle',
    callsTitle: 'Appels d’aujourd’hui et de demain',
    noCalls: 'Aucun appel n’est réservé d’ici demain soir.',
    alarmsTitle: 'Alertes',
    oldOnly: (most: string) => `Seuls les ${most} contacts les plus récents sont regardés ici.`,
    more: (count: number) => `Et ${count} autres, moins pressés.`,
    empty: {
      title: 'Personne n’a encore écrit',
      told: 'Le bureau se remplit de lui-même dès la première visite. Voici ce qui paraîtra, et où\u202f:',
      where: {
        '/': 'qui attend quoi et jusqu’à quand, le plus pressé d’abord, avec les appels du jour et les alertes. Une réponse se note d’un seul geste.',
        '/contacts':
          'chaque demande avec toute son histoire\u202f: e-mails, appels, audit, fiche chez Airtable.',
        '/appels': 'la semaine heure par heure, que l’on bloque ou libère d’un clic.',
        '/entonnoir': 'combien ont vu la page, et quelle annonce a amené ceux qui ont signé.',
        '/sante': 'ce qui est reçu, envoyé, retenu, et ce qu’un examen trouve.',
      },
    },
  },
  contacts: {
    title: 'Contacts',
    search: 'Nom, e-mail ou référence',
    state: 'État de l’envoi',
    anyState: 'Tous',
    states: { waiting: 'En attente', delivered: 'Chez Airtable', refused: 'Refusé', held: 'Retenu' },
    gone: 'Introuvable chez Airtable',
    filters: 'Filtres',
    since: 'Reçus depuis le',
    source: 'Provenance',
    find: 'Chercher',
    none: 'Aucun contact ne correspond.',
    searched: (most: string) =>
      `Les noms sont cherchés parmi les ${most} contacts les plus récents\u202f; une adresse e-mail entière est cherchée parmi tous.`,
    older: 'Contacts plus anciens',
    choose: 'Choisissez un contact pour voir toute son histoire.',
    back: 'Tous les contacts',
    previous: 'Précédent',
    next: 'Suivant',
    keys: 'Au clavier\u202f: j et k passent d’un contact à l’autre, Entrée l’ouvre.',
    story: 'Son histoire',
    facts: 'Ce que l’on sait',
    calls: 'Ses appels',
    record: 'Voir sa fiche chez Airtable',
    readBack: 'Fiche relue le',
    email: 'Nouvelle adresse e-mail',
    noMailbox: 'Cette adresse n’existe pas, dit le serveur de messagerie\u202f: appelez, ou corrigez-la.',
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
        'Sa fiche chez Airtable est supprimée à la suite. Restent hors d’atteinte\u202f: les sauvegardes faites avant maintenant, les e-mails déjà envoyés, les copies faites chez Airtable, sa corbeille, et votre agenda.',
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
    free: (count: number) => `${count} ${count < 2 ? 'créneau libre' : 'créneaux libres'}`,
    /** An hour of the week, by what it is. */
    hours: { free: 'libre', blocked: 'bloquée', calendar: 'agenda', soon: 'trop tôt', booked: 'appel' },
    hint: 'Une case est une heure\u202f: un clic la bloque, un autre la libère.',
    hour: (action: string, day: string, from: string) => `${action} l’heure de ${from}, ${day}`,
    unreadable: 'Votre agenda n’a pas pu être lu\u202f: aucune heure n’est proposée avant qu’il le soit.',
    calendar: {
      title: 'Votre agenda',
      wholeDays: 'Journées entières de la semaine',
      none: 'Aucune journée entière n’y est occupée cette semaine.',
      busy: 'Occupé',
      free: (words: string) => `Laissé libre («\u202f${words}\u202f»)`,
      untitled: 'Sans titre',
      words: 'Mots du titre',
      hint: 'Une entrée de journée entière bloque ses jours, sauf si votre agenda la marque disponible. Un mot de leur titre, «\u202fanniversaire\u202f» par exemple, laisse libres toutes celles d’un genre.',
      freed: 'Mots qui laissent libre',
      odd: (titles: string) =>
        `Des entrées ne peuvent pas être lues, et leur heure peut être réservée\u202f: ${titles}. Corrigez-les ou supprimez-les dans votre agenda.`,
      problem: (reason: string) => `OWNER_CALENDAR_URL\u202f: ${reason}`,
    },
    ofWeek: 'Appels de la semaine',
    none: 'Aucun appel n’est réservé cette semaine.',
    rush: {
      told: 'Quelqu’un réserve pour vider votre agenda ? Annulez d’un coup les appels à venir qui viennent d’être réservés :',
      since: { 1: 'depuis une heure', 6: 'depuis six heures', 24: 'depuis un jour' },
      list: (count: number, since: string) =>
        count === 1 ? `1 appel à venir, réservé ${since}` : `${count} appels à venir, réservés ${since}`,
      more: (count: number) => `et ${count} de plus`,
      gone: (count: number) =>
        count === 1
          ? 'Un appel déjà annulé par qui l’avait réservé ne comptera plus.'
          : `${count} appels déjà annulés par qui les avait réservés ne compteront plus.`,
      sure: (count: number) =>
        count === 0
          ? 'Oui, ne plus compter ces appels'
          : count === 1
            ? 'Oui, annuler cet appel'
            : `Oui, annuler ces ${count} appels`,
    },
    cancelSure: 'Oui, annuler et l’avertir',
    states: { booked: 'Réservé', held: 'Attend votre accord', cancelled: 'Annulé' },
    outcomes: { held: 'Tenu', 'not-reached': 'Pas joint' },
    move: 'Déplacer',
    at: (provider: string) => `Réservé chez ${provider}, et s’y déplace.`,
    elsewhere:
      'Les appels ne se réservent pas sur ce site\u202f: ceux qu’un webhook de Calendly ou de Cal.com annonce sont ici, les autres dans votre agenda.',
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
    noBackup: 'Inconnue',
    paused: 'Envoi suspendu depuis',
    version: 'Version',
    readBack: 'Les fiches relues chez Airtable',
    fine: 'Aucune alerte.',
    doctor: {
      title: 'Examen',
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
