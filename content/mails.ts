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
      phone: 'Téléphone',
      received: 'Reçu le',
      reference: 'Référence',
      site: 'Site',
    },
    /** In the place of the site's address. */
    siteMissing: 'manque encore, demandé par e-mail',
    owed: 'Ce qui lui est promis',
    until: (owed: string, by: string) => `${owed}\u202f: ${by}`,
    by: {
      ahead: (when: string) => `au plus tard le ${when}`,
      late: (when: string) => `en retard, promis pour le ${when}`,
      unsaid: (when: string) => `sans nouvelle de l’appel du ${when}`,
    },
    call: 'Appeler',
    write: 'Écrire',
    chat: 'Ouvrir WhatsApp',
    mark: 'Où en êtes-vous\u202f? Les liens sont valables 7\u00a0jours\u202f; rien ne change avant votre confirmation.',
    writeSubject: 'Votre demande',
    chatText: 'Bonjour, vous avez demandé l’audit express de votre site.',
  },
  reminder: {
    subject: (name: string) => `Toujours sans réponse\u202f: ${name}`,
    title: (name: string) => `${name} attend toujours`,
    text: (since: string) =>
      `Sa demande est arrivée le ${since} et personne n’a dit y avoir répondu. Les rappels cessent dès que vous le dites, et après le troisième.`,
    several: {
      subject: (count: number) => `Toujours sans réponse\u202f: ${count} contacts`,
      title: 'Ces contacts attendent toujours',
      text: 'Chacun est rappelé trois fois au plus\u202f; ensuite il reste dans l’e-mail de la semaine et au bureau.',
    },
  },
  links: {
    subject: (name: string) => `Vos liens\u202f: ${name}`,
    title: (name: string) => `Où en êtes-vous avec ${name}\u202f?`,
    text: 'Vous les avez demandés depuis un lien qui n’était plus valable.',
  },
  bundle: {
    subject: (counts: string) => `En un seul e-mail\u202f: ${counts}`,
    title: 'Vos contacts, en un seul e-mail',
    text: 'Neuf e-mails de la sorte vous sont déjà parvenus dans l’heure\u202f: voici la suite, avec les mêmes liens.',
    attached:
      'Chaque rendez-vous est joint à cet e-mail\u202f: ouvrez les fichiers pour mettre votre agenda à jour.',
    counted: {
      'owner-lead': (count: number) => `${count} ${count > 1 ? 'nouveaux contacts' : 'nouveau contact'}`,
      'owner-reminder': (count: number) => `${count} toujours sans réponse`,
      'owner-call': (count: number) =>
        `${count} ${count > 1 ? 'rendez-vous pris ou changés' : 'rendez-vous pris ou changé'}`,
      'owner-audit': (count: number) => `${count} ${count > 1 ? 'audits express' : 'audit express'}`,
    },
  },
  erasure: {
    subject: (name: string) => `Effacement demandé\u202f: ${name}`,
    title: (name: string) => `${name} demande l’effacement de ses données`,
    asked: (when: string) =>
      `La demande vient du lien de l’e-mail que cette personne a reçu, suivi et confirmé le ${when}.`,
    text: (command: string) =>
      `Sur le serveur, ${command} les efface, ici et dans Airtable, et dit ce qui reste hors d’atteinte\u202f: sauvegardes, messagerie, agenda, autres outils. Le bureau le fait aussi.`,
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
      text: 'Rien ne part et personne ne reçoit d’e-mail avant votre décision. Les liens sont valables 7\u00a0jours\u202f; rien ne change avant votre confirmation.',
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
    title: 'Votre outil n’accepte plus les webhooks',
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
    besideBefore: (count: number, before: number) => `${count} (la semaine d’avant\u202f: ${before})`,
    sources: 'D’où viennent les contacts',
    source: (name: string, leads: number) => `${name} (${leads})`,
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
    owedCount: (owed: number, late: number, orMore: boolean) =>
      orMore
        ? `Au moins ${owed} promesses à tenir, dont au moins ${late} en retard`
        : `${owed} ${owed > 1 ? 'promesses' : 'promesse'} à tenir, dont ${late} en retard`,
    owedLine: (name: string, owed: string, by: string) => `${name} · ${owed} · ${by}`,
    moreOwed: (count: number, orMore: boolean) =>
      `et ${orMore ? 'au moins ' : ''}${count} de plus, au bureau`,
    works:
      'Cet e-mail prouve que l’envoi fonctionne\u202f: aucun autre n’attend. S’il manque un lundi, lancez npm run doctor sur le serveur.',
    stuck: (count: number) =>
      `Cet e-mail est parti, mais ${count} ${count > 1 ? 'autres attendent' : 'autre attend'} encore d’être ${count > 1 ? 'acceptés' : 'accepté'}\u202f: npm run doctor en dit la raison.`,
  },
  visitor: {
    subject: 'Votre demande est bien arrivée',
    title: 'Votre demande est bien arrivée',
    received: (when: string) =>
      `Le ${when}, vous nous avez laissé votre nom et cette adresse e-mail pour recevoir l’audit express de votre site.`,
    next: 'Ce qui se passe maintenant',
    answer: (when: string) => `Une personne de l’agence vous répond au plus tard le ${when}.`,
    audit: (when: string) => `Votre audit express vous parvient au plus tard le ${when}.`,
    /** The site cannot be told from the e-mail, or none was found at its domain. */
    asksSite:
      'Il nous manque encore l’adresse de votre site\u202f: indiquez-la et l’audit commence aussitôt.',
    /** The same where the site has no field for it. */
    asksSiteByReply:
      'Il nous manque encore l’adresse de votre site\u202f: écrivez-la en réponse à cet e-mail.',
    nameSite: 'Indiquer mon site',
    book: 'Choisir le moment de mon appel',
    /** Where the hour is settled by message. */
    bookByMessage: 'Fixer mon appel par message',
    erase:
      'Vous n’avez rien demandé, ou vous avez changé d’avis\u202f? Demandez l’effacement de ce que vous nous avez laissé.',
    eraseLink: 'Tout effacer',
    privacy: 'Politique de confidentialité',
  },
} as const;
