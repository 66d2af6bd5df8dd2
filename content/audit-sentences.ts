import { TITLE_LENGTH } from '#domain/audit-bars.ts';
import { BAR_TEXTS, counted, daysText } from './audit-figures.ts';

/** The one sentence of each point, by what was found. */
export const SENTENCES = {
  lcp: {
    ok: (time: string) => `Sur un téléphone, le contenu principal est là après ${time}.`,
    review: (time: string) =>
      `Sur un téléphone, le contenu principal arrive après ${time}\u202f; ${BAR_TEXTS.lcp.good} serait bien.`,
    failed: (time: string) => `Sur un téléphone, le contenu principal se fait attendre ${time}.`,
    notMeasured: 'Le navigateur n’a pas dit quand le contenu principal était là.',
  },
  https: {
    ok: 'Le site s’ouvre par une connexion chiffrée et valable.',
    noHttps: 'Nous n’avons pas trouvé de version chiffrée (https) de ce site.',
    expired: 'Le certificat du site a expiré\u202f: le navigateur avertit les visiteurs.',
    untrusted: 'Le navigateur ne se fie pas au certificat du site.',
    noRedirect: 'L’adresse en http ne mène pas à la version chiffrée.',
  },
  certificate: {
    ok: (days: number) => `Le certificat est valable encore ${daysText(days)}.`,
    review: (days: number) => `Le certificat n’est plus valable que ${daysText(days)}.`,
    failed: (days: number) => `Le certificat a expiré il y a ${daysText(days)}.`,
    untrusted: 'Le certificat n’est pas reconnu\u202f: sa durée ne change rien.',
    notApplicable: 'Sans connexion chiffrée, il n’y a pas de certificat à contrôler.',
  },
  contact: {
    ok: (ways: string) => `On peut vous joindre en un geste\u202f: ${ways}.`,
    review:
      'Une page de contact est liée\u202f; sur la page même, nous n’avons pas trouvé de numéro ou d’adresse qui se touche, ni de formulaire.',
    failed:
      'Nous n’avons pas trouvé, sur cette page, de numéro ou d’adresse qui se touche, ni de formulaire.',
    phoneWritten: 'Un numéro est écrit sur la page, mais il ne se touche pas\u202f: ce n’est pas un lien.',
    emailWritten:
      'Une adresse e-mail est écrite sur la page, mais elle ne se touche pas\u202f: ce n’est pas un lien.',
  },
  viewport: {
    ok: 'La page est faite pour la largeur d’un téléphone.',
    declared: 'La page déclare s’adapter au téléphone\u202f; son rendu n’a pas été mesuré.',
    none: 'La page ne déclare pas s’adapter au téléphone.',
    review: (px: number) => `Sur un téléphone, la page déborde de ${px}\u00a0pixels.`,
    failed: (px: number) =>
      `Sur un téléphone, la page déborde de ${px}\u00a0pixels\u202f: il faut la déplacer pour lire.`,
  },
  identity: {
    ok: 'Raison sociale, adresse postale et e-mail se trouvent sur la page ou dans ses mentions légales.',
    review: (missing: string) =>
      `Dans le texte des pages regardées, nous n’avons pas trouvé\u202f: ${missing}. À vérifier par vous.`,
    parts: { company: 'la raison sociale', postalAddress: 'l’adresse postale', email: 'l’adresse e-mail' },
  },
  privacy: {
    ok: 'Une déclaration de protection des données est liée depuis la page.',
    unreachable:
      'Le lien vers la protection des données ne mène pas à une page lisible. À vérifier par vous.',
    review:
      'Nous n’avons pas trouvé de lien vers une déclaration de protection des données. À vérifier par vous.',
  },
  cookies: {
    ok: 'Aucun cookie de tiers n’était posé avant un clic.',
    review: (count: number, sites: string) =>
      `${counted(count, 'cookie')} de tiers avant tout clic, de ${sites}. À vérifier\u202f: vos visiteurs le savent-ils\u202f?`,
  },
  indexable: {
    ok: 'Rien n’écarte la page des moteurs de recherche.',
    noindex: 'La page demande aux moteurs de recherche de ne pas la montrer.',
    robots: 'Le fichier robots.txt interdit la page aux moteurs de recherche.',
    /** After either, for a page that is not the entrance of its site. */
    question: ' Ce n’est pas l’entrée du site\u202f: est-ce voulu\u202f?',
  },
  title: {
    ok: (title: string) => `Le titre a une bonne longueur\u202f: ${title}.`,
    short: (title: string) => `Le titre est très court\u202f: ${title}.`,
    long: (count: number) =>
      `Le titre a ${count}\u00a0caractères\u202f: les moteurs de recherche le coupent vers ${TITLE_LENGTH.longest}.`,
    failed: 'Nous n’avons pas trouvé de titre de page.',
  },
  description: {
    ok: 'La page se décrit pour les moteurs de recherche.',
    review: 'La description pour les moteurs de recherche est très courte.',
    failed: 'Nous n’avons pas trouvé de description pour les moteurs de recherche.',
  },
  h1: {
    ok: (text: string) => `La page a un titre principal\u202f: ${text}.`,
    several: (count: number) => `La page a ${count}\u00a0titres principaux\u202f; un seul serait plus clair.`,
    failed: 'Nous n’avons trouvé aucun texte marqué comme titre principal (h1).',
  },
  contrast: {
    ok: 'Les textes mesurés se détachent assez de leur fond.',
    review: (count: number) =>
      `Le contraste de ${counted(count, 'texte')} n’a pas pu être mesuré, par exemple sur une image.`,
    failed: (count: number) =>
      `${counted(count, 'texte')} se ${count < 2 ? 'détache trop peu de son' : 'détachent trop peu de leur'} fond.`,
    notApplicable: 'La page n’a pas de texte à mesurer.',
  },
  labels: {
    ok: 'Chaque champ de formulaire a un nom.',
    failed: (count: number) =>
      `${counted(count, 'champ de formulaire', 'champs de formulaire')} sans nom relié\u202f: qui écoute la page ne sait pas quoi y écrire.`,
    uncertain: (count: number) => `${counted(count, 'champ')} sans nom dans la page telle qu’envoyée.`,
    notApplicable: 'La page n’a pas de champ à remplir.',
  },
  alt: {
    ok: 'Les images sont décrites ou marquées comme décor.',
    failed: (count: number) => `${counted(count, 'image')} sans description.`,
    uncertain: (count: number) =>
      `${counted(count, 'image')} sans description dans la page telle qu’envoyée.`,
    notApplicable: 'La page n’a pas d’image.',
  },
  lang: {
    ok: (lang: string) => `La langue de la page est déclarée\u202f: ${lang}.`,
    review: (lang: string) => `La langue déclarée n’est pas un code connu\u202f: ${lang}.`,
    failed: 'La langue de la page n’est pas déclarée.',
  },
  targets: {
    ok: 'Boutons et liens sont assez grands pour le doigt.',
    review: (count: number) =>
      `${counted(count, 'bouton ou lien', 'boutons ou liens')} de moins de 24\u00a0pixels.`,
    failed: (count: number) =>
      `${counted(count, 'bouton ou lien', 'boutons ou liens')} de moins de 24\u00a0pixels\u202f: trop petits pour le doigt.`,
    notApplicable: 'La page n’a ni bouton ni lien à toucher.',
  },
  cls: {
    ok: (value: string) =>
      `La page reste en place pendant le chargement${value === '0' ? '' : ` (${value})`}.`,
    review: (value: string) =>
      `La page bouge un peu pendant le chargement (${value}\u202f; ${BAR_TEXTS.cls.good} serait bien).`,
    failed: (value: string) => `La page bouge beaucoup pendant le chargement (${value}).`,
  },
  ttfb: {
    ok: (time: string) => `Le serveur répond en ${time}.`,
    review: (time: string) => `Le serveur répond en ${time}\u202f; ${BAR_TEXTS.ttfb.good} serait bien.`,
    failed: (time: string) => `Le serveur met ${time} à répondre.`,
    notMeasured: 'Le serveur n’a pas répondu trois fois\u202f: son temps de réponse n’est pas mesuré.',
  },
  weight: {
    ok: (weight: string) => `La page pèse ${weight} sur un téléphone.`,
    review: (weight: string) =>
      `La page pèse ${weight} sur un téléphone\u202f; ${BAR_TEXTS.weight.good} serait bien.`,
    failed: (weight: string) => `La page pèse ${weight} sur un téléphone.`,
    uncompressed: (weight: string) => `Le texte de la page (${weight}) est envoyé sans compression.`,
    partial: (weight: string) =>
      `La page n’avait pas fini de se charger\u202f: elle pèse ${weight}, et nous ne savons pas combien en tout.`,
    notMeasured: 'Le poids de la page ne se mesure que dans un navigateur.',
  },
  'mixed-content': {
    ok: 'Tout ce que la page charge passe par une connexion chiffrée.',
    failed: (count: number) =>
      `${counted(count, 'élément')} de la page ${count < 2 ? 'passe' : 'passent'} par une connexion non chiffrée.`,
    form: 'Un formulaire de la page envoie ses données sans chiffrement.',
    notApplicable: 'La page n’est pas chiffrée elle-même.',
  },
  hsts: {
    ok: 'Le site impose la connexion chiffrée aux navigateurs.',
    review: 'Le site impose la connexion chiffrée, mais pour moins de six mois.',
    off: 'L’en-tête qui impose la connexion chiffrée est là, mais avec une durée nulle\u202f: il n’impose rien.',
    failed: 'Nous n’avons pas trouvé l’en-tête qui impose la connexion chiffrée.',
    notApplicable: 'La page n’est pas chiffrée\u202f: il n’y a rien à imposer.',
  },
  'security-headers': {
    ok: 'Les quatre protections que le navigateur connaît sont demandées.',
    missing: (names: string) => `Nous n’avons pas trouvé\u202f: ${names}.`,
  },
  'structured-data': {
    ok: (type: string) => `La page décrit l’entreprise aux moteurs de recherche (${type}).`,
    review: (types: string) =>
      `La page a des données pour machines (${types}), mais aucune fiche d’entreprise.`,
    inner:
      'Nous n’avons pas trouvé de fiche d’entreprise sur cette page\u202f; à l’entrée du site, elle suffit.',
    failed: 'Nous n’avons pas trouvé de fiche d’entreprise pour les moteurs de recherche.',
  },
} as const;
