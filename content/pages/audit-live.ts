import { REPORT_DAYS } from '../audit.ts';

/** What the browser needs of the express audit's words: the form, and what is said until the report is there. */
export const auditLive = {
  form: {
    title: 'Audit express',
    text: 'En une minute environ, une machine ouvre votre site comme un client et vous dit ici, preuves à l’appui, ce qui le fait fuir. Le rapport reste privé.',
    label: 'L’adresse de votre site',
    hint: 'Par exemple www.votre-entreprise.ch',
    submit: 'Auditer mon site',
    /** Where the audit that was promised is not there: what happens if the machine fails. */
    by: (when: string) => `Sans résultat ici, une personne vous envoie l’audit au plus tard le ${when}.`,
  },
  waiting: {
    title: 'Votre audit est en route',
    running: 'Nous regardons votre site',
    queued: (when: string) => `Votre audit commence ${when}.`,
    soon: 'dans un instant',
    stay: 'Cette page se met à jour toute seule. Vous pouvez la fermer\u202f: gardez son adresse, le rapport y sera.',
    byMail: 'Si nous connaissons votre e-mail, l’adresse du rapport vous y parvient aussi.',
    pictureAlt: 'Votre site sur un téléphone, comme nous venons de le voir',
    steps: 'Ce que nous regardons',
    doneStep: 'fait',
    nowStep: 'en cours',
    leftOutStep: 'non mesuré',
  },
  /** The form and the steps where they are followed in the page itself. */
  live: {
    sending: 'Envoi en cours…',
    late: 'Le serveur tarde à répondre. Attendez encore un peu ou réessayez\u202f: la même adresse n’est regardée qu’une fois.',
    offline:
      'La connexion manque. L’adresse saisie est encore là\u202f: réessayez dès que le réseau revient.',
    silent: 'Le serveur ne répond pas. L’adresse saisie est encore là\u202f: réessayez dans un instant.',
    /** Above the site's name. */
    looking: 'Nous regardons',
    opening: 'Nous ouvrons',
    ready: 'Votre rapport est prêt.',
    kept: 'Votre audit commence dès que votre demande est partie.',
    notMine: 'Ce n’est pas mon site',
    /** Without JavaScript, until something was seen. */
    first:
      'Nous ouvrons votre site comme un client\u202f: la connexion, la page, les mentions légales, puis le site sur un téléphone et sur un ordinateur.',
    reload: 'Ce que nous voyons s’affiche ici, la page se met à jour toute seule.',
    reloadLink: 'Actualiser maintenant',
    count: (step: number, of: number) => `${step} sur ${of}`,
    findings: 'Ce que nous avons vu',
    open: 'Lire le rapport',
    talk: 'Parlons-en 15 minutes',
    stays: `Il reste privé, à cette adresse, pendant ${REPORT_DAYS} jours.`,
    leave: 'Vous pouvez quitter cette page\u202f: le rapport vous attendra à son adresse privée.',
    by: (when: string) =>
      `Vous pouvez quitter cette page\u202f: le rapport vous parvient aussi par e-mail, au plus tard le ${when}.`,
    page: 'Voir la page du rapport',
    lost: 'La connexion est coupée en ce moment. L’audit continue chez nous\u202f: la suite s’affichera ici dès qu’elle revient.',
  },
  /** « dans 3 minutes », of whole seconds. */
  inAbout(seconds: number): string {
    if (seconds < 20) return 'dans quelques secondes';
    if (seconds <= 75) return 'dans une minute';
    return `dans ${Math.ceil(seconds / 60)} minutes`;
  },
} as const;
