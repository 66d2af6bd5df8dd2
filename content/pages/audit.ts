import { REPORT_DAYS } from '../audit.ts';
import { ofControlled } from '../audit-checks.ts';
import { BAR_TEXTS } from '../audit-figures.ts';
import { auditLive } from './audit-live.ts';

/** « L’audit express de menuiserie.ch », « L’audit express d’atelier.ch ». */
const auditOf = (host: string) =>
  `L’audit express ${/^[aeiouàâéèêëîïôöùûü]/i.test(host) ? 'd’' : 'de '}${host}`;

/** The express audit: its form, its pages, its mails. `\u202f` is the narrow no-break space French sets before ? ! ; and :. */
export const audit = {
  ...auditLive,
  refused: {
    title: 'Nous n’avons pas pu regarder ce site',
    why: {
      interrupted:
        'L’audit de ce site n’a pas abouti\u202f: nous avons dû l’arrêter avant la fin. Nous regarderons votre site avec vous pendant l’appel\u202f; vous pouvez aussi recommencer plus tard.',
      elsewhere:
        'L’adresse de votre e-mail mène à un site d’un autre nom. Si c’est le vôtre, confirmez-le\u202f; sinon, indiquez la bonne adresse.',
      'not-theirs':
        'Ce site n’est pas le vôtre\u202f: nous n’en dirons rien. Quelle est l’adresse du vôtre\u202f?',
    },
    /** @param when from when on the address is looked at anew */
    remembered: (when: string) => `Nous y retournerons, si vous le demandez, dès le ${when}.`,
    again: 'Essayer à nouveau',
  },
  report: {
    title: auditOf,
    /** Above the site's name. */
    eyebrow: 'Audit express',
    /** @param host the name that was asked for, where its twin with or without `www` was looked at */
    deadName: (host: string) =>
      `L’adresse ${host}, écrite ainsi, ne mène nulle part\u202f: qui la tape voit une erreur.`,
    /** Under the time, which is set large. */
    untilContent: 'jusqu’au contenu principal, sur un téléphone',
    scale: {
      good: 'bien',
      middling: 'à améliorer',
      slow: 'lent',
      alt: (time: string) =>
        `${time} sur une échelle\u202f: bien jusqu’à ${BAR_TEXTS.lcp.good}, à améliorer jusqu’à ${BAR_TEXTS.lcp.poor}, lent au-delà.`,
    },
    pictureAlt: (host: string) => `${host} sur un téléphone`,
    remedies: 'À corriger d’abord',
    effort: 'Effort',
    consequence: 'Conséquence',
    evidence: 'Constat',
    count: (passed: number, controlled: number) =>
      controlled === 0
        ? 'Aucun point n’a pu être contrôlé'
        : `${passed} ${passed > 1 ? 'points' : 'point'} en ordre sur ${ofControlled(controlled)}`,
    checks: 'Les points contrôlés',
    points: (count: number) => `${count} points, par thème`,
    loading: {
      title: 'Le chargement',
      film: 'Le chargement sur un téléphone, image par image',
      contentHere: 'contenu principal',
      table: 'Le chargement en chiffres',
      phone: 'Téléphone',
      desktop: 'Ordinateur',
      lcp: 'Contenu principal affiché après',
      busy: 'Navigateur occupé, tâches longues',
      cls: 'Déplacements pendant le chargement',
      weight: 'Poids',
      requests: 'Requêtes',
      unknown: 'non mesuré',
      others: (count: number) => `${count} autres hôtes`,
    },
    hosts: {
      title: 'Le poids, par hôte',
      host: 'Hôte',
      weight: 'Poids',
      requests: 'Requêtes',
      own: 'Plein\u202f: votre site. Hachuré\u202f: des tiers.',
      third: 'tiers',
    },
    old: 'Cette visite date de plus d’une semaine\u202f: le site a pu changer depuis.',
    conditionsTitle: 'Conditions',
    conditions: {
      asked: 'Adresse demandée',
      visited: 'Page visitée',
      date: 'Date de la visite',
      once: 'Une seule visite, ce jour-là\u202f: les durées varient d’une visite à l’autre.',
      phone: 'Téléphone',
      desktop: 'Ordinateur',
      engine: 'Moteur',
      noBrowser: 'Navigateur',
      expires: 'Rapport ouvert jusqu’au',
      elsewhere: 'Le site mène à',
      window: (width: number, height: number) => `${width} × ${height} pixels`,
      line: (mbps: string, ms: number) => `ligne de ${mbps} Mbit/s, latence de ${ms} ms`,
      chromium: (version: string) => `Chromium ${version}`,
    },
    handover: {
      title: 'À transmettre à la personne qui gère votre site',
      text: 'Chaque point à reprendre, et les lignes à coller là où il y en a. Ce qui est en capitales et les points de suspension sont à compléter.',
      open: (count: number) => (count > 1 ? `Voir les ${count}\u00a0points` : 'Voir le point'),
      mail: 'Lui envoyer ce rapport par e-mail',
      subject: (host: string) => `À corriger sur ${host}`,
      body: (host: string, address: string, until: string) =>
        `Bonjour,\n\nVoici l’audit express de ${host}. Les lignes à coller sont vers la fin de la page, sous «\u202fÀ transmettre\u202f».\n\n${address}\n\nLe rapport reste ouvert jusqu’au ${until}.\n`,
    },
    book: 'Réserver mes 15 minutes',
    another: 'Auditer une autre adresse',
    privacy:
      'Ce rapport n’est accessible que par cette adresse. Nous gardons des mesures, des images et de courts extraits, jamais la page entière.',
  },
  gone: {
    title: 'Ce rapport n’est plus là',
    text: 'Il a expiré, ou son adresse est incomplète. Vous pouvez en demander un nouveau.',
  },
  faults: {
    off: 'L’audit express n’est pas proposé en ce moment. Réservez votre appel\u202f: nous regarderons votre site ensemble.',
    origin: 'Cette demande vient d’un autre site.',
    often: 'Trop de demandes viennent de cette connexion. Réessayez dans un instant.',
    unfinished: (when: string) =>
      `Des audits demandés depuis cette connexion ne sont pas finis\u202f: attendez que l’un d’eux le soit, puis recommencez ${when}.`,
    seen: (when: string) =>
      `Cette adresse vient d’être regardée. Réessayez ${when}\u202f: rien d’autre n’est à refaire.`,
    /** Where the visit shortly before ended with nothing seen. */
    failed: (when: string) =>
      `Notre dernière visite à cette adresse n’a pas abouti. Indiquez une autre adresse, ou réessayez ${when}\u202f: la machine y retourne alors.`,
    /** The same, to a visitor whose audit is promised. */
    failedPromised: (when: string) =>
      `Notre dernière visite à cette adresse n’a pas abouti. Indiquez une autre adresse, ou réessayez ${when}\u202f; une personne regarde votre site de toute façon, comme promis.`,
    full: (when: string) =>
      `Beaucoup de sites attendent déjà leur audit. Réessayez ${when}\u202f: rien d’autre n’est à refaire.`,
    /** Whatever keeps it from being shown now: a held lead reads the same as one whose turn has not come. */
    byMail: (when: string) =>
      `Nous ne pouvons pas vous montrer votre audit tout de suite. Il vous parvient par e-mail, au plus tard le ${when}.`,
    store:
      'Votre demande n’a pas pu être enregistrée. Rien n’est perdu\u202f: envoyez-la à nouveau dans un instant.',
    streams: 'Trop de pages suivent un audit en ce moment. La page se met à jour sans cela.',
    missing: 'Aucun audit n’a cette adresse. Elle est incomplète, ou le rapport a expiré.',
  },
  mails: {
    visitor: {
      subject: 'Votre audit express est prêt',
      title: 'Votre audit express est prêt',
      text: `Le rapport du site que vous nous avez indiqué vous attend à cette adresse privée. Il reste ouvert ${REPORT_DAYS} jours.`,
      /** Where the site is that of the recipient's own e-mail. */
      ofHost: (host: string) =>
        `Le rapport de ${host} vous attend à cette adresse privée. Il reste ouvert ${REPORT_DAYS} jours.`,
      /** To a mailbox whose owner may know nothing of it, about a site that may be the asker's own. */
      ask: {
        subject: 'Un audit express a été demandé avec votre adresse',
        text: `Quelqu’un a laissé votre adresse chez nous pour recevoir le rapport d’un site. Si c’est vous, il vous attend derrière ce bouton, pendant ${REPORT_DAYS} jours.`,
        button: 'C’est moi, montrez-le',
      },
      open: 'Ouvrir le rapport',
      correct: 'Ce n’est pas votre site\u202f? Indiquez le vôtre',
      unasked:
        'Vous n’avez rien demandé\u202f? Quelqu’un a laissé votre adresse chez nous\u202f: effacez ce message, rien d’autre ne suivra de cet audit.',
    },
    owner: {
      subject: (name: string) => `Audit express de ${name}`,
      title: (name: string) => `L’audit express de ${name} est prêt`,
      open: 'Ouvrir le rapport',
      site: 'Site',
      verdict: 'En un mot',
      label: 'Audit express',
    },
  },
} as const;
