import { agency } from './business.ts';

/** What mails say. `\u202f` is the narrow no-break space French sets before ? ! ; and :. */
export const mails = {
  signature: [
    `${agency.brand} · ${agency.tagline}`,
    `${agency.street}, ${agency.postcode} ${agency.city}`,
    agency.phone,
  ],
  owner: {
    subject: (name: string) => `Nouveau contact\u202f: ${name}`,
    title: (name: string) => `${name} attend votre réponse`,
    labels: {
      email: 'E-mail',
      phone: 'Téléphone',
      received: 'Reçu le',
      page: 'Depuis',
      reference: 'Référence',
    },
    owed: 'Ce qui lui est promis',
    until: (owed: string, when: string) => `${owed}\u202f: au plus tard le ${when}`,
    call: 'Appeler',
    write: 'Écrire',
    chat: 'Ouvrir WhatsApp',
    mark: 'Où en êtes-vous\u202f? Les liens valent 7 jours, rien ne change avant votre confirmation.',
    writeSubject: 'Votre demande',
    chatText: 'Bonjour, vous avez demandé un audit de votre site.',
  },
  reminder: {
    subject: (name: string) => `Toujours sans réponse\u202f: ${name}`,
    title: (name: string) => `${name} attend toujours`,
    text: (since: string) =>
      `Sa demande est arrivée le ${since} et personne n’a dit y avoir répondu. Les rappels cessent dès que vous le dites, et après le troisième.`,
    several: {
      subject: (count: number) => `Toujours sans réponse\u202f: ${count} contacts`,
      title: 'Ces contacts attendent toujours',
      text: 'Chacun est rappelé trois fois au plus\u202f; ensuite il reste dans l’e-mail de la semaine et dans ./oui owed.',
    },
  },
  links: {
    subject: (name: string) => `Vos liens\u202f: ${name}`,
    title: (name: string) => `Où en êtes-vous avec ${name}\u202f?`,
    text: 'Vous avez demandé ces liens sur la page d’un lien trop ancien.',
  },
  bundle: {
    subject: (counts: string) => `En un seul e-mail\u202f: ${counts}`,
    title: 'Vos contacts, en un seul e-mail',
    text: 'Neuf e-mails sur vos contacts vous sont déjà parvenus dans l’heure\u202f: voici la suite, avec les mêmes liens.',
    counted: {
      'owner-lead': (count: number) => `${count} ${count > 1 ? 'nouveaux contacts' : 'nouveau contact'}`,
      'owner-reminder': (count: number) => `${count} toujours sans réponse`,
      'owner-audit': (count: number) => `${count} ${count > 1 ? 'audits express' : 'audit express'}`,
    },
  },
  erasure: {
    subject: (name: string) => `Effacement demandé\u202f: ${name}`,
    title: (name: string) => `${name} demande l’effacement de ses données`,
    asked: (when: string) =>
      `La demande vient du lien de l’e-mail que cette personne a reçu, suivi et confirmé le ${when}.`,
    text: (command: string) =>
      `Sur le serveur, ${command} les efface et dit ce qui reste à faire ailleurs\u202f: Airtable, sauvegardes, messagerie, agenda, autres outils.`,
  },
  held: {
    subject: (count: number, orMore: boolean) =>
      `${orMore ? 'Au moins ' : ''}${count} ${count > 1 ? 'contacts retenus' : 'contact retenu'}`,
    title: 'Des contacts douteux attendent votre décision',
    text: 'Ils sont enregistrés, ne partent pas vers Airtable, et personne ne leur a écrit. Tant qu’il en reste, ce message revient une fois par jour.',
    todo: 'Sur le serveur\u202f: ./oui list --held les montre, ./oui release <référence> laisse partir, erase <référence> efface.',
    subjectCalls: (count: number) =>
      `${count} rendez-vous ${count > 1 ? 'attendent' : 'attend'} votre accord`,
    titleCalls: 'Des rendez-vous attendent votre accord',
    textCalls:
      'Ces rendez-vous ont été demandés pendant un afflux. Leur heure n’est pas réservée, et personne n’a reçu d’e-mail. Tant qu’il en reste, ce message revient une fois par jour.',
    todoCalls:
      'Sur le serveur\u202f: ./oui release-calls <e-mail> confirme l’appel, release-calls --held tous ceux qui attendent, cancel-calls --since annule.',
    now: {
      subject: (count: number) =>
        count > 1 ? `${count} contacts retenus à l’instant` : 'Un contact retenu à l’instant',
      title: 'Un client peut être parmi eux',
      text: 'Rien ne part et personne n’est écrit avant votre décision. Les liens valent 7 jours, rien ne change avant votre confirmation.',
      line: (name: string, email: string, because: string) => `${name}, ${email}\u202f: ${because}`,
    },
    more: (count: number, orMore: boolean) => `et ${orMore ? 'au moins ' : ''}${count} de plus`,
  },
  flood: {
    subject: 'Afflux de demandes sur votre site',
    title: 'Il arrive bien plus de demandes que d’ordinaire',
    text: (when: string) =>
      `Depuis le ${when}, elles viennent de nombreuses adresses et sans la preuve de travail que fait le navigateur d’un visiteur. Elles sont enregistrées et retenues\u202f: rien n’en part vers Airtable, personne ne leur écrit. Les demandes qui ont une preuve récente partent et vous sont annoncées comme toujours.`,
    todo: [
      './oui list --held les montre, avec la raison.',
      './oui erase --held --since 14:05 efface celles qui ont été retenues depuis cette heure\u202f; release --held les laisse partir.',
      './oui hold --since 14:05 retient aussi celles qui étaient passées juste avant et ne sont pas encore parties.',
      './oui pause arrête tout envoi vers Airtable, resume le reprend.',
    ],
    once: 'Vous recevez ce message une fois par afflux.',
  },
  rush: {
    subject: 'Des rendez-vous attendent votre accord',
    title: 'Il arrive plus de réservations que d’ordinaire',
    text: (when: string) =>
      `Depuis le ${when}, il en vient beaucoup d’un même réseau, sans la preuve de travail que fait le navigateur d’un visiteur, ou en tout. Les premières sont réservées et vous ont été annoncées. Celles qui suivent attendent votre accord\u202f: leur heure reste libre, personne ne reçoit d’e-mail, et la page du visiteur le lui dit.`,
    todo: [
      './oui release-calls les montre\u202f; avec une adresse e-mail il confirme l’appel, avec --held tous.',
      './oui cancel-calls --since 14:05 annule les appels réservés depuis cette heure, après confirmation.',
    ],
    once: 'Vous recevez ce message une fois par afflux. Tant que des rendez-vous attendent, la liste vous est rappelée une fois par jour.',
  },
  webhookStopped: {
    subject: 'Votre webhook s’est arrêté',
    title: 'Votre outil ne veut plus de webhooks',
    text: (when: string) =>
      `Il a répondu 410 le ${when}\u202f: plus rien ne lui est envoyé. Les contacts, leur envoi vers Airtable et les e-mails continuent.`,
    todo: 'Donnez une autre adresse dans WEBHOOK_URL, ou un autre WEBHOOK_SECRET, et relancez\u202f; ou ôtez les deux.',
  },
  test: {
    subject: 'E-mail d’essai',
    title: 'Les e-mails de votre site arrivent',
    text: (when: string) =>
      `Vous l’avez demandé le ${when} par npm run doctor. Les annonces de nouveaux contacts prennent le même chemin.`,
  },
  week: {
    subject: (received: number) =>
      received === 0
        ? 'Votre semaine\u202f: aucun contact'
        : `Votre semaine\u202f: ${received} ${received > 1 ? 'contacts' : 'contact'}`,
    title: 'Votre semaine',
    period: (from: string, to: string) => `Du ${from} au ${to}.`,
    received: 'Contacts arrivés',
    held: 'Dont retenus parce que douteux',
    unanswered: 'Dont encore sans réponse',
    answered: 'Réponses notées cette semaine',
    median: 'Délai médian de réponse',
    slowest: 'Réponse la plus lente',
    booked: 'Appels réservés',
    callsHeld: 'Appels tenus',
    unsaid: 'Appels sans nouvelle',
    unsaidTitle: 'Ces appels ont-ils eu lieu\u202f?',
    unsaidLine: (name: string, when: string) => `${name}, ${when}`,
    missed: 'Appels manqués («\u202fPas joint\u202f»)',
    cancelled: 'Appels annulés',
    owedTitle: 'Ce qui reste dû',
    nothingOwed: 'Rien n’est dû à personne.',
    owedCount: (owed: number, late: number) =>
      `${owed} ${owed > 1 ? 'promesses' : 'promesse'} à tenir, dont ${late} en retard`,
    owedLine: (name: string, owed: string, when: string) => `${name} · ${owed} · au plus tard le ${when}`,
    moreOwed: (count: number) => `et ${count} de plus (./oui owed)`,
    works:
      'Cet e-mail prouve que l’envoi fonctionne\u202f: aucun autre n’attend. S’il manque un lundi, lancez npm run doctor sur le serveur.',
    stuck: (count: number) =>
      `Cet e-mail est parti, mais ${count} ${count > 1 ? 'autres attendent' : 'autre attend'} encore d’être ${count > 1 ? 'acceptés' : 'accepté'}\u202f: npm run doctor en dit la raison.`,
  },
  alarm: {
    raised: {
      'delivery-late': {
        subject: 'Alerte\u202f: des contacts n’arrivent plus dans Airtable',
        text: (since: string) =>
          `Depuis le ${since}, des contacts attendent plus de 10 minutes avant leur livraison. Aucun n’est perdu, chacun repart tout seul, et vous en êtes prévenu comme d’habitude.`,
        todo: 'Sur le serveur, npm run doctor dit ce qui bloque\u202f; ./oui list --state refusé montre ce qu’Airtable reproche.',
      },
      'fallback-strategy': {
        subject: 'Alerte\u202f: Airtable n’accepte plus les contacts comme prévu',
        text: (since: string) =>
          `Depuis le ${since}, la première façon d’écrire une fiche est refusée et une autre prend le relais. Les contacts arrivent, peut-être avec moins de champs.`,
        todo: 'Un champ a sans doute été renommé ou supprimé dans Airtable. ./oui show <référence> d’un contact récent dit ce qui a été refusé.',
      },
      'mail-down': {
        subject: 'Alerte\u202f: aucun e-mail n’est plus accepté',
        text: (since: string) =>
          `Depuis le ${since}, des e-mails sont à envoyer et le serveur de messagerie n’en a accepté aucun. Ils attendent dans la base de données.`,
        todo: 'Sur le serveur, npm run doctor en dit la raison. Vérifiez SMTP_URL, MAIL_FROM et OWNER_EMAIL.',
      },
    },
    over: {
      'delivery-late': 'Fin d’alerte\u202f: les contacts arrivent de nouveau dans Airtable',
      'fallback-strategy': 'Fin d’alerte\u202f: Airtable accepte de nouveau les contacts comme prévu',
      'mail-down': 'Fin d’alerte\u202f: les e-mails sont de nouveau acceptés',
    },
    cause: (words: string) => `La cause, telle qu’elle nous a été dite\u202f: ${words}`,
    lasted: (from: string, to: string, duration: string) =>
      `L’alerte a duré du ${from} au ${to} (${duration}). Rien n’a été perdu.`,
  },
  visitor: {
    subject: 'Votre demande est bien arrivée',
    title: 'Votre demande est bien arrivée',
    received: (when: string) =>
      `Le ${when}, vous nous avez laissé votre nom et cette adresse e-mail pour recevoir un audit de votre site.`,
    next: 'Ce qui se passe maintenant',
    answer: (when: string) => `Une personne de l’agence vous répond au plus tard le ${when}.`,
    audit: (when: string) => `Votre audit vous parvient au plus tard le ${when}.`,
    book: 'Choisir le moment de mon appel',
    erase:
      'Vous n’avez rien demandé, ou vous avez changé d’avis\u202f? Demandez l’effacement de ce que vous nous avez laissé.',
    eraseLink: 'Tout effacer',
    privacy: 'Politique de confidentialité',
  },
} as const;
