import type { CheckId } from '#domain/audit.ts';

/** What a check is called in the report. */
export const CHECK_LABELS: Readonly<Record<CheckId, string>> = {
  lcp: 'Affichage du contenu principal',
  https: 'Connexion chiffrée',
  certificate: 'Validité du certificat',
  contact: 'Contact en un geste',
  viewport: 'Tient sur un téléphone',
  identity: 'Identité et adresse',
  privacy: 'Protection des données',
  cookies: 'Cookies de tiers avant tout clic',
  indexable: 'Ouvert aux moteurs de recherche',
  title: 'Titre de la page',
  description: 'Description de la page',
  h1: 'Titre principal',
  contrast: 'Contraste des textes',
  labels: 'Champs nommés',
  alt: 'Images décrites',
  lang: 'Langue déclarée',
  targets: 'Taille des boutons',
  cls: 'Stabilité pendant le chargement',
  ttfb: 'Réponse du serveur',
  weight: 'Poids de la page',
  'mixed-content': 'Éléments non chiffrés',
  hsts: 'Chiffrement imposé',
  'security-headers': 'En-têtes de sécurité',
  'structured-data': 'Fiche d’entreprise lisible par machine',
};

/** What it costs the company that the point is not met, in one sentence. */
export const CONSEQUENCES: Readonly<Record<CheckId, string>> = {
  lcp: 'Des visiteurs partent avant d’avoir vu votre offre.',
  https: 'Le navigateur peut avertir vos visiteurs que le site n’est pas sûr.',
  certificate: 'Le jour où il expire, le navigateur barre l’entrée de votre site.',
  contact: 'Un client décidé ne trouve pas comment vous joindre.',
  viewport: 'Sur un téléphone, il faut agrandir et déplacer la page pour lire.',
  identity: 'Un client ne voit pas à qui il a affaire.',
  privacy: 'Un client ne voit pas ce que deviennent ses données.',
  cookies: 'Des tiers peuvent suivre vos visiteurs avant que ceux-ci aient choisi.',
  indexable: 'La page ne peut pas apparaître dans les résultats de recherche.',
  title: 'Votre ligne dans les résultats de recherche ne dit pas clairement ce que vous faites.',
  description: 'Le moteur de recherche choisit lui-même le texte sous votre nom.',
  h1: 'La page ne dit pas d’emblée de quoi elle parle.',
  contrast: 'Une partie de vos visiteurs peine à lire vos textes.',
  labels: 'Qui navigue à la voix ou au lecteur d’écran ne peut pas remplir vos champs.',
  alt: 'Qui ne voit pas l’image n’apprend rien d’elle\u202f; un moteur de recherche non plus.',
  lang: 'Un lecteur d’écran prononce vos textes dans la mauvaise langue.',
  targets: 'Sur un téléphone, le doigt touche à côté.',
  cls: 'La page bouge sous le doigt\u202f: on clique sur autre chose que prévu.',
  ttfb: 'Chaque page commence par une attente devant un écran vide.',
  weight: 'Sur un réseau moyen, la page se fait attendre et consomme le forfait.',
  'mixed-content': 'Une partie de la page peut être lue, modifiée ou bloquée en route.',
  hsts: 'La première visite peut encore passer par une connexion non chiffrée.',
  'security-headers': 'Le navigateur n’applique pas les protections que le site pourrait lui demander.',
  'structured-data': 'Les moteurs de recherche devinent votre adresse et vos horaires au lieu de les lire.',
};

/** What there is to do, in one sentence. */
export const WHAT_TO_DO: Readonly<Record<CheckId, string>> = {
  lcp: 'Alléger et charger en premier l’image ou le texte principal.',
  https: 'Installer un certificat valable et renvoyer toute adresse http vers https.',
  certificate: 'Renouveler le certificat, et automatiser son renouvellement.',
  contact: 'Mettre un numéro cliquable, une adresse ou un court formulaire sur la page.',
  viewport: 'Adapter la mise en page à la largeur d’un téléphone.',
  identity: 'Indiquer raison sociale, adresse postale et e-mail dans les mentions légales.',
  privacy: 'Lier depuis chaque page une déclaration de protection des données.',
  cookies: 'Ne charger les services de tiers qu’après le choix du visiteur.',
  indexable: 'Retirer la consigne qui écarte la page des moteurs de recherche.',
  title: 'Écrire un titre de 15 à 65 caractères\u202f: activité, lieu, nom.',
  description: 'Écrire une description d’une ou deux phrases qui donne envie de venir.',
  h1: 'Donner à la page un seul titre principal, clair.',
  contrast: 'Foncer les textes clairs ou éclaircir leur fond.',
  labels: 'Donner à chaque champ un nom visible.',
  alt: 'Décrire chaque image en quelques mots.',
  lang: 'Déclarer la langue de la page.',
  targets: 'Agrandir les boutons et liens trop petits à 24 pixels au moins.',
  cls: 'Réserver la place des images et des bandeaux avant leur chargement.',
  ttfb: 'Mettre les pages en cache, ou changer d’hébergement.',
  weight: 'Compresser les images et retirer ce qui ne sert pas.',
  'mixed-content': 'Remplacer les adresses http par des adresses https.',
  hsts: 'Ajouter l’en-tête Strict-Transport-Security.',
  'security-headers': 'Ajouter les en-têtes manquants à la configuration du serveur.',
  'structured-data': 'Ajouter une fiche schema.org de l’entreprise à la page.',
};

/** `2,4 s` of milliseconds. */
export function seconds(ms: number): string {
  return `${decimal(ms / 1_000, ms < 1_000 ? 2 : 1)}\u00a0s`;
}

/** `1,8 Mo` of bytes; kilobytes below half a megabyte. */
export function weightText(bytes: number): string {
  return bytes < 500_000
    ? `${Math.round(bytes / 1_000)}\u00a0ko`
    : `${decimal(bytes / 1_000_000, 1)}\u00a0Mo`;
}

export function decimal(value: number, digits: number): string {
  return value.toFixed(digits).replace('.', ',');
}

/** `3 images` or `1 image`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count}\u00a0${count < 2 ? singular : plural}`;
}

/** A foreign text between French quotation marks, cut to a length that can be read. */
export function quoted(text: string, longest = 80): string {
  const cut = text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text;
  return `«\u202f${cut}\u202f»`;
}

/** The one sentence of each point, by what was found. */
export const SENTENCES = {
  lcp: {
    ok: (time: string) => `Sur un téléphone, le contenu principal est là après ${time}.`,
    review: (time: string) =>
      `Sur un téléphone, le contenu principal arrive après ${time}\u202f; 2,5\u00a0s serait bien.`,
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
    ok: (days: number) => `Le certificat est valable encore ${counted(days, 'jour')}.`,
    review: (days: number) => `Le certificat n’est plus valable que ${counted(days, 'jour')}.`,
    failed: (days: number) => `Le certificat a expiré depuis ${counted(Math.max(1, days), 'jour')}.`,
    notApplicable: 'Sans connexion chiffrée, il n’y a pas de certificat à contrôler.',
  },
  contact: {
    ok: (ways: string) => `On peut vous joindre en un geste\u202f: ${ways}.`,
    review:
      'Une page de contact est liée\u202f; nous n’avons pas trouvé de numéro, d’adresse ou de formulaire sur la page même.',
    uncertain:
      'Nous n’avons pas trouvé de moyen de contact dans la page telle qu’envoyée\u202f; un script en ajoute peut-être un.',
    failed: 'Nous n’avons pas trouvé, sur cette page, comment vous joindre en un geste.',
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
      `Sur les pages regardées, nous n’avons pas trouvé\u202f: ${missing}. À vérifier par vous.`,
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
  },
  title: {
    ok: (title: string) => `Le titre a une bonne longueur\u202f: ${title}.`,
    short: (title: string) => `Le titre est très court\u202f: ${title}.`,
    long: (count: number) =>
      `Le titre a ${count}\u00a0caractères\u202f: les moteurs de recherche le coupent vers 65.`,
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
    uncertain: 'Nous n’avons pas trouvé de titre principal dans la page telle qu’envoyée.',
    failed: 'Nous n’avons pas trouvé de titre principal sur la page.',
  },
  contrast: {
    ok: 'Les textes mesurés se détachent assez de leur fond.',
    review: (count: number) =>
      `Le contraste de ${counted(count, 'texte')} n’a pas pu être mesuré, par exemple sur une image.`,
    failed: (count: number) =>
      `${counted(count, 'texte')} se ${count < 2 ? 'détache' : 'détachent'} trop peu de leur fond.`,
    notApplicable: 'La page n’a pas de texte à mesurer.',
  },
  labels: {
    ok: 'Chaque champ de formulaire a un nom.',
    failed: (count: number) => `${counted(count, 'champ')} sans nom que l’on puisse lire ou entendre.`,
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
    ok: (value: string) => `La page reste en place pendant le chargement (${value}).`,
    review: (value: string) =>
      `La page bouge un peu pendant le chargement (${value}\u202f; 0,1 serait bien).`,
    failed: (value: string) => `La page bouge beaucoup pendant le chargement (${value}).`,
  },
  ttfb: {
    ok: (time: string) => `Le serveur répond en ${time}.`,
    review: (time: string) => `Le serveur répond en ${time}\u202f; 0,8\u00a0s serait bien.`,
    failed: (time: string) => `Le serveur met ${time} à répondre.`,
    notMeasured: 'Le serveur n’a pas répondu trois fois\u202f: son temps de réponse n’est pas mesuré.',
  },
  weight: {
    ok: (weight: string) => `La page pèse ${weight} sur un téléphone.`,
    review: (weight: string) => `La page pèse ${weight} sur un téléphone\u202f; 2\u00a0Mo serait bien.`,
    failed: (weight: string) => `La page pèse ${weight} sur un téléphone.`,
    uncompressed: (weight: string) => `Le texte de la page (${weight}) est envoyé sans compression.`,
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
    uncertain: 'Nous n’avons pas trouvé de fiche d’entreprise dans la page telle qu’envoyée.',
    failed: 'Nous n’avons pas trouvé de fiche d’entreprise pour les moteurs de recherche.',
  },
} as const;

export const UNREADABLE = {
  shell: 'La page se compose dans le navigateur\u202f: sans lui, nous n’avons pas pu la lire.',
  unread: 'Le contenu de la page n’a pas pu être lu.',
  axe: 'Cette mesure n’a pas abouti dans le navigateur.',
  version: 'Ces relevés viennent d’une autre version de l’audit.',
};

/** The one sentence above the report. */
export const VERDICT = {
  nothing: 'Nous n’avons rien pu contrôler lors de cette visite.',
  allGood: (passed: number) =>
    `${counted(passed, 'point réussi', 'points réussis')} sur ${passed} contrôlés\u202f: rien d’urgent.`,
  some: (passed: number, controlled: number, first: string) =>
    `${counted(passed, 'point réussi', 'points réussis')} sur ${controlled} contrôlés\u202f; d’abord\u202f: ${first}`,
};
