import type {
  AddressRefusal,
  BrowserAbsence,
  CheckOutcome,
  Effort,
  StepName,
  Theme,
  VisitEnd,
} from '#domain/audit.ts';

export const OUTCOME_LABELS: Readonly<Record<CheckOutcome, string>> = {
  ok: 'réussi',
  failed: 'échoué',
  review: 'à vérifier',
  'not-applicable': 'sans objet',
  'not-measured': 'non mesuré',
};

/** The same of several points. */
export const OUTCOMES_LABELS: Readonly<Record<CheckOutcome, string>> = {
  ok: 'réussis',
  failed: 'échoués',
  review: 'à vérifier',
  'not-applicable': 'sans objet',
  'not-measured': 'non mesurés',
};

export const THEME_LABELS: Readonly<Record<Theme, string>> = {
  speed: 'Vitesse',
  customers: 'Vos clients',
  trust: 'Confiance',
  security: 'Sécurité',
  search: 'Visibilité',
  accessibility: 'Lisible par tous',
};

export const EFFORT_LABELS: Readonly<Record<Effort, string>> = {
  hour: 'une heure',
  day: 'une journée',
  project: 'quelques jours',
};

const EXAMPLE = 'par exemple www.votre-entreprise.ch';

/** An audit was asked for without an address, and the domain of the visitor's e-mail belongs to no company. */
export const NO_ADDRESS = `Aucune adresse n’est indiquée. Écrivez celle de votre site, ${EXAMPLE}.`;

/** What happened and what to do, when an address is refused before anything is looked at. */
export const ADDRESS_REFUSED: Readonly<Record<AddressRefusal, string>> = {
  empty: NO_ADDRESS,
  'too-long': `Cette adresse est trop longue. Écrivez seulement celle de votre site, ${EXAMPLE}.`,
  malformed: `Ce texte n’est pas l’adresse d’un site. Écrivez-la comme dans un navigateur, ${EXAMPLE}.`,
  email: `C’est une adresse e-mail. Écrivez celle de votre site, ${EXAMPLE}.`,
  scheme: 'Seules les adresses en http:// ou https:// sont regardées. Écrivez celle de votre site ainsi.',
  credentials:
    'Cette adresse contient un nom d’utilisateur ou un mot de passe. Nous ne nous connectons à aucun compte\u202f: retirez ce qui précède le signe @.',
  port: 'Cette adresse indique un port particulier. Nous ne regardons que les sites publics ordinaires\u202f: retirez le deux-points et le nombre.',
  'local-name': `Cette adresse n’existe que sur une machine ou un réseau privé. Écrivez celle que vos clients utilisent, ${EXAMPLE}.`,
  'not-public':
    'Cette adresse n’est pas publique\u202f: nous ne la visitons pas. Écrivez celle que vos clients utilisent.',
};

/** One sentence for an unknown name and for a name of a private network, so that it does not disclose which private names exist. */
const NO_PUBLIC_SITE =
  'Aucun site public ne répond à cette adresse en ce moment. Vérifiez l’orthographe, et indiquez le site que vos clients voient.';

/** How a visit ended that leaves nothing to judge. */
export const VISIT_ENDED: Readonly<Record<Exclude<VisitEnd, 'seen'>, string>> = {
  'name-not-found': NO_PUBLIC_SITE,
  'not-public': NO_PUBLIC_SITE,
  unreachable:
    'Le site n’a pas répondu à notre visite. Ouvrez-le dans votre navigateur\u202f; s’il s’affiche, recommencez dans quelques minutes.',
  'other-port':
    'Cette adresse renvoie vers un port particulier, que nous ne regardons pas. Indiquez celle d’une page qui s’ouvre sans deux-points ni nombre.',
  'refused-visit':
    'Le site a refusé notre visite\u202f: il se protège des programmes. Ce n’est pas un défaut\u202f; nous ne pouvons simplement rien en dire. Nous le regarderons avec vous pendant l’appel.',
  robots:
    'Le fichier robots.txt du site demande à notre visiteur de ne pas entrer\u202f: nous nous sommes arrêtés. Autorisez oui-48-audit, puis recommencez.',
  'error-page':
    'Le site a répondu par une page d’erreur. Vérifiez l’adresse, ou recommencez quand le site est rétabli.',
  'redirect-loop':
    'Le site renvoie sans fin d’une adresse à l’autre\u202f: aucune page ne s’affiche. Faites corriger ses redirections, puis recommencez.',
  'not-html': 'Cette adresse mène à un fichier et non à une page. Indiquez la page d’accueil de votre site.',
  'too-large':
    'Cette page est trop lourde pour notre visite\u202f: nous nous sommes arrêtés avant la fin. Indiquez une page ordinaire de votre site.',
  parked:
    'Ce nom de domaine est réservé, mais aucun site n’y est publié. Indiquez l’adresse du site que vos clients voient.',
  'too-slow':
    'Le site a mis trop de temps à répondre\u202f: nous avons cessé d’attendre. Recommencez dans quelques minutes.',
};

const NO_SITE = (host: string) =>
  `${host} ne répond pas en ce moment. Indiquez une autre adresse\u202f; si ce site est le vôtre, ou si vous n’en avez pas encore, une personne vous répond.`;

/** The same where something else answers. */
const NO_PAGE = (host: string) =>
  `Nous ne voyons pas de site à l’adresse ${host}. Indiquez-en une autre\u202f; si vous n’avez pas encore de site, une personne vous répond.`;

/** The same of an address that was made of the visitor's e-mail: they have typed nothing that could be wrong. */
export const GUESS_ENDED = {
  'name-not-found': NO_SITE,
  'not-public': NO_SITE,
  unreachable: NO_SITE,
  'error-page': NO_SITE,
  'redirect-loop': NO_SITE,
  'not-html': NO_PAGE,
  parked: NO_PAGE,
} as const;

/** Why there is no browser measurement, for the report. */
export const BROWSER_MISSING: Readonly<Record<BrowserAbsence, string>> = {
  off: 'Les mesures dans un navigateur sont désactivées sur ce serveur.',
  'not-found': 'Aucun navigateur n’est installé sur ce serveur.',
  'not-linux': 'Les mesures dans un navigateur demandent Linux.',
  root: 'Le navigateur ne démarre pas sous le compte root.',
  'no-sandbox': 'Le navigateur ne peut pas isoler les pages sur ce serveur.',
  'proxy-disabled': 'Le navigateur ne serait pas tenu de passer par notre relais.',
  'start-failed': 'Le navigateur n’a pas démarré.',
  'time-limit': 'La page occupait le navigateur trop longtemps\u202f: nous avons arrêté la mesure.',
  'memory-limit': 'La page demandait trop de mémoire\u202f: nous avons arrêté la mesure.',
  'page-error': 'La page ne s’est pas affichée dans notre navigateur.',
  refused:
    'Le site a refusé notre navigateur, ou lui a montré une vérification à la place de la page. Ce n’est pas un défaut\u202f: il se protège des programmes.',
  'not-visited': 'La page n’a pas été ouverte dans un navigateur.',
};

/** What is being looked at, as the visitor reads it while waiting. */
export const STEP_LABELS: Readonly<Record<StepName, string>> = {
  address: 'Nous cherchons l’adresse du site',
  connection: 'Nous vérifions la connexion chiffrée',
  page: 'Nous lisons la page',
  legal: 'Nous lisons les mentions légales',
  phone: 'Nous ouvrons le site sur un téléphone',
  desktop: 'Nous ouvrons le site sur un ordinateur',
  report: 'Nous rédigeons le rapport',
};

/** Days for which a report can be opened; then it is purged with its pictures. The privacy policy says the same number. */
export const REPORT_DAYS = 30;

/** Minutes for which what was seen of an address is used again for the same address, so that no site is visited for each who asks. */
export const REUSED_MINUTES = 10;

/** Minutes for which an address that could not be looked at is not visited again. */
export const REFUSED_MINUTES = 60;

/** A page on a phone, drawn until the visitor's own was seen: parts of an SVG. */
export const auditPhone = {
  viewBox: '0 0 390 760',
  paths: [
    'M32 40h112v20H32zM310 40h48v6h-48zM310 56h48v6h-48z',
    'M32 132h300v34H32zM32 182h326v34H32zM32 232h204v34H32zM32 300h300v10H32zM32 324h268v10H32zM32 366h176v56H32z',
    'M32 482h326v278H32z',
  ],
} as const;
