import { type CheckId, TITLE_LENGTH } from '#domain/audit.ts';
import { BAR_TEXTS, counted, daysText } from './audit-figures.ts';

/** What every check says, whatever was found. */
interface CheckWords {
  /** What it is called in the report. */
  readonly label: string;
  /** What it costs the company that the point is not met, in one sentence about customers. */
  readonly loss: string;
  /** What there is to do, in one sentence. */
  readonly remedy: string;
  /** A sentence, or one that is made of what was measured. */
  readonly [found: string]: unknown;
}

/** The words of each check: beside those that all have, one sentence for each thing that can be found. */
export const CHECK_WORDS = {
  lcp: {
    label: 'Affichage du contenu principal',
    loss: 'Des visiteurs partent avant d’avoir vu votre offre.',
    remedy: 'Alléger et charger en premier l’image ou le texte principal.',
    ok: (time: string) => `Sur un téléphone, le contenu principal est là après ${time}.`,
    review: (time: string) =>
      `Sur un téléphone, le contenu principal arrive après ${time}\u202f; ${BAR_TEXTS.lcp.good} serait bien.`,
    failed: (time: string) => `Sur un téléphone, le contenu principal se fait attendre ${time}.`,
    notMeasured: 'Le navigateur n’a pas dit quand le contenu principal était là.',
  },
  https: {
    label: 'Connexion chiffrée',
    loss: 'Un client peut lire «\u202fsite non sécurisé\u202f» et faire demi-tour.',
    remedy: 'Installer un certificat valable et renvoyer toute adresse http vers https.',
    ok: 'Le site s’ouvre par une connexion chiffrée et valable.',
    noHttps: 'Nous n’avons pas trouvé de version chiffrée (https) de ce site.',
    expired: 'Le certificat du site a expiré\u202f: le navigateur avertit les visiteurs.',
    untrusted: 'Le navigateur ne se fie pas au certificat du site.',
    incomplete:
      'Le serveur n’envoie pas le certificat intermédiaire qui relie le sien à une autorité reconnue\u202f: certains appareils avertissent les visiteurs, d’autres non.',
    unattested:
      'Le serveur n’envoie pas de quoi vérifier son certificat, il manque sans doute le certificat intermédiaire\u202f: des appareils avertissent les visiteurs.',
    noRedirect: 'L’adresse en http ne mène pas à la version chiffrée.',
  },
  certificate: {
    label: 'Validité du certificat',
    loss: 'Le jour où il expire, le navigateur barre l’entrée à vos clients.',
    remedy: 'Renouveler le certificat, et automatiser son renouvellement.',
    ok: (days: number) => `Le certificat est valable encore ${daysText(days)}.`,
    review: (days: number) => `Le certificat n’est plus valable que ${daysText(days)}.`,
    failed: (days: number) => `Le certificat a expiré il y a ${daysText(days)}.`,
    untrusted: 'Le certificat n’est pas reconnu\u202f: sa durée ne change rien.',
    notApplicable: 'Sans connexion chiffrée, il n’y a pas de certificat à contrôler.',
  },
  contact: {
    label: 'Contact en un geste',
    loss: 'Un client décidé ne peut pas vous joindre d’un geste.',
    remedy: 'Mettre un numéro cliquable, une adresse ou un court formulaire sur la page.',
    ok: (ways: string) => `On peut vous joindre en un geste\u202f: ${ways}.`,
    review:
      'Une page de contact est liée\u202f; sur la page même, nous n’avons pas trouvé de numéro ni d’adresse cliquable, ni de formulaire.',
    failed: 'Nous n’avons pas trouvé, sur cette page, de numéro ni d’adresse cliquable, ni de formulaire.',
    phoneWritten: 'Un numéro est écrit sur la page, mais il n’est pas cliquable.',
    emailWritten: 'Une adresse e-mail est écrite sur la page, mais elle n’est pas cliquable.',
  },
  viewport: {
    label: 'Tient sur un téléphone',
    loss: 'Sur un téléphone, vos clients doivent agrandir la page pour lire.',
    remedy: 'Adapter la mise en page à la largeur d’un téléphone.',
    ok: 'La page est faite pour la largeur d’un téléphone.',
    declared: 'La page déclare s’adapter au téléphone\u202f; son rendu n’a pas été mesuré.',
    none: 'La page ne déclare pas s’adapter au téléphone.',
    review: (px: number) => `Sur un téléphone, la page déborde de ${px}\u00a0pixels.`,
    failed: (px: number) =>
      `Sur un téléphone, la page déborde de ${px}\u00a0pixels\u202f: il faut la déplacer pour lire.`,
  },
  identity: {
    label: 'Identité et adresse',
    loss: 'Un client ne voit pas à qui il a affaire, et hésite.',
    remedy: 'Indiquer raison sociale, adresse postale et e-mail dans les mentions légales.',
    ok: 'Raison sociale, adresse postale et e-mail se trouvent sur la page ou dans ses mentions légales.',
    review: (missing: string) =>
      `Dans le texte des pages regardées, nous n’avons pas trouvé\u202f: ${missing}. À vérifier de votre côté.`,
    parts: { company: 'la raison sociale', postalAddress: 'l’adresse postale', email: 'l’adresse e-mail' },
  },
  privacy: {
    label: 'Protection des données',
    loss: 'Un client ne voit pas ce que deviennent ses données, et hésite.',
    remedy: 'Lier depuis chaque page une déclaration de protection des données.',
    ok: 'Une déclaration de protection des données est liée depuis la page.',
    unreachable:
      'Le lien vers la protection des données ne mène pas à une page lisible. À vérifier de votre côté.',
    review:
      'Nous n’avons pas trouvé de lien vers une déclaration de protection des données. À vérifier de votre côté.',
  },
  cookies: {
    label: 'Cookies de tiers avant tout clic',
    loss: 'Des tiers peuvent suivre vos visiteurs avant leur choix.',
    remedy: 'Ne charger les services de tiers qu’après le choix du visiteur.',
    ok: 'Aucun cookie de tiers n’était posé avant un clic.',
    review: (count: number, sites: string) =>
      `${counted(count, 'cookie')} de tiers avant tout clic, de ${sites}. À vérifier\u202f: vos visiteurs le savent-ils\u202f?`,
  },
  indexable: {
    label: 'Ouvert aux moteurs de recherche',
    loss: 'Qui vous cherche ne peut pas trouver cette page.',
    remedy: 'Retirer la consigne qui écarte la page des moteurs de recherche.',
    ok: 'Rien n’écarte la page des moteurs de recherche.',
    noindex: 'La page demande aux moteurs de recherche de ne pas la montrer.',
    robots: 'Le fichier robots.txt interdit la page aux moteurs de recherche.',
    status: (status: number) =>
      `La page s’affiche, mais le serveur la donne pour une erreur (${status})\u202f: les moteurs de recherche l’écartent.`,
    /** After either, for a page that is not the entrance of its site. */
    question: ' Ce n’est pas l’entrée du site\u202f: est-ce voulu\u202f?',
  },
  title: {
    label: 'Titre de la page',
    loss: 'Qui vous cherche lit mal, dans les résultats, ce que vous faites.',
    remedy: `Écrire un titre de ${TITLE_LENGTH.shortest} à ${TITLE_LENGTH.longest} caractères\u202f: activité, lieu, nom.`,
    ok: (title: string) => `Le titre a une bonne longueur\u202f: ${title}.`,
    short: (title: string) => `Le titre est très court\u202f: ${title}.`,
    long: (count: number) =>
      `Le titre a ${count}\u00a0caractères\u202f: les moteurs de recherche le coupent vers ${TITLE_LENGTH.longest}.`,
    failed: 'Nous n’avons pas trouvé de titre de page.',
  },
  description: {
    label: 'Description de la page',
    loss: 'Dans les résultats, le moteur choisit les mots à votre place.',
    remedy: 'Écrire une description d’une ou deux phrases qui donne envie de venir.',
    ok: 'La page se décrit pour les moteurs de recherche.',
    review: 'La description pour les moteurs de recherche est très courte.',
    failed: 'Nous n’avons pas trouvé de description pour les moteurs de recherche.',
  },
  h1: {
    label: 'Titre principal',
    loss: 'Qui écoute la page ne sait pas d’emblée de quoi elle parle.',
    remedy: 'Donner à la page un seul titre principal, clair.',
    ok: (text: string) => `La page a un titre principal\u202f: ${text}.`,
    several: (count: number) => `La page a ${count}\u00a0titres principaux\u202f; un seul serait plus clair.`,
    failed: 'Nous n’avons trouvé aucun texte marqué comme titre principal (h1).',
  },
  contrast: {
    label: 'Contraste des textes',
    loss: 'Une partie de vos clients peine à lire vos textes.',
    remedy: 'Foncer les textes clairs ou éclaircir leur fond.',
    ok: 'Les textes mesurés se détachent assez de leur fond.',
    review: (count: number) =>
      `Le contraste de ${counted(count, 'texte')} n’a pas pu être mesuré, par exemple sur une image.`,
    failed: (count: number) =>
      `${counted(count, 'texte')} se ${count < 2 ? 'détache trop peu de son' : 'détachent trop peu de leur'} fond.`,
    notApplicable: 'La page n’a pas de texte à mesurer.',
  },
  labels: {
    label: 'Champs nommés',
    loss: 'Qui utilise un lecteur d’écran ne peut pas remplir vos champs.',
    remedy: 'Donner à chaque champ un nom visible.',
    ok: 'Chaque champ de formulaire a un nom.',
    failed: (count: number) =>
      `${counted(count, 'champ de formulaire', 'champs de formulaire')} sans nom relié\u202f: qui écoute la page ne sait pas quoi y écrire.`,
    uncertain: (count: number) => `${counted(count, 'champ')} sans nom dans la page telle qu’envoyée.`,
    notApplicable: 'La page n’a pas de champ à remplir.',
  },
  alt: {
    label: 'Images décrites',
    loss: 'Qui ne voit pas l’image n’en apprend rien\u202f; un moteur non plus.',
    remedy: 'Décrire chaque image en quelques mots.',
    ok: 'Les images sont décrites ou marquées comme décor.',
    failed: (count: number) => `${counted(count, 'image')} sans description.`,
    uncertain: (count: number) =>
      `${counted(count, 'image')} sans description dans la page telle qu’envoyée.`,
    notApplicable: 'La page n’a pas d’image.',
  },
  lang: {
    label: 'Langue déclarée',
    loss: 'Un lecteur d’écran prononce vos textes dans la mauvaise langue.',
    remedy: 'Déclarer la langue de la page.',
    ok: (lang: string) => `La langue de la page est déclarée\u202f: ${lang}.`,
    review: (lang: string) => `La langue déclarée n’est pas un code connu\u202f: ${lang}.`,
    failed: 'La langue de la page n’est pas déclarée.',
  },
  targets: {
    label: 'Taille des boutons',
    loss: 'Sur un téléphone, le doigt de vos clients touche à côté.',
    remedy: 'Agrandir les boutons et liens trop petits à 24 pixels au moins.',
    ok: 'Boutons et liens sont assez grands pour le doigt.',
    review: (count: number) =>
      `${counted(count, 'bouton ou lien', 'boutons ou liens')} de moins de 24\u00a0pixels.`,
    failed: (count: number) =>
      `${counted(count, 'bouton ou lien', 'boutons ou liens')} de moins de 24\u00a0pixels\u202f: trop petits pour le doigt.`,
    notApplicable: 'La page n’a ni bouton ni lien à toucher.',
  },
  cls: {
    label: 'Stabilité pendant le chargement',
    loss: 'La page bouge sous le doigt\u202f: vos clients touchent autre chose.',
    remedy: 'Réserver la place des images et des bandeaux avant leur chargement.',
    ok: (value: string) =>
      `La page reste en place pendant le chargement${value === '0' ? '' : ` (${value})`}.`,
    review: (value: string) =>
      `La page bouge un peu pendant le chargement (${value}\u202f; ${BAR_TEXTS.cls.good} serait bien).`,
    failed: (value: string) => `La page bouge beaucoup pendant le chargement (${value}).`,
  },
  ttfb: {
    label: 'Réponse du serveur',
    loss: 'Vos clients commencent par attendre devant un écran vide.',
    remedy: 'Mettre les pages en cache, ou changer d’hébergement.',
    ok: (time: string) => `Le serveur répond en ${time}.`,
    review: (time: string) => `Le serveur répond en ${time}\u202f; ${BAR_TEXTS.ttfb.good} serait bien.`,
    failed: (time: string) => `Le serveur met ${time} à répondre.`,
    notMeasured: 'Le serveur n’a pas répondu trois fois\u202f: son temps de réponse n’est pas mesuré.',
  },
  weight: {
    label: 'Poids de la page',
    loss: 'Vos clients attendent la page, et elle consomme leur forfait.',
    remedy: 'Compresser les images et retirer ce qui ne sert pas.',
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
    label: 'Éléments non chiffrés',
    loss: 'Une partie de la page peut être lue, modifiée ou bloquée en route.',
    remedy: 'Remplacer les adresses http par des adresses https.',
    ok: 'Tout ce que la page charge passe par une connexion chiffrée.',
    failed: (count: number) =>
      `${counted(count, 'élément')} de la page ${count < 2 ? 'passe' : 'passent'} par une connexion non chiffrée.`,
    form: 'Un formulaire de la page envoie ses données sans chiffrement.',
    notApplicable: 'La page n’est pas chiffrée elle-même.',
  },
  hsts: {
    label: 'Chiffrement imposé',
    loss: 'La première visite d’un client peut encore passer sans chiffrement.',
    remedy: 'Ajouter l’en-tête Strict-Transport-Security.',
    ok: 'Le site impose la connexion chiffrée aux navigateurs.',
    review: 'Le site impose la connexion chiffrée, mais pour moins de six mois.',
    off: 'L’en-tête qui impose la connexion chiffrée est là, mais avec une durée nulle\u202f: il n’impose rien.',
    failed: 'Nous n’avons pas trouvé l’en-tête qui impose la connexion chiffrée.',
    notApplicable: 'La page n’est pas chiffrée\u202f: il n’y a rien à imposer.',
  },
  'security-headers': {
    label: 'En-têtes de sécurité',
    loss: 'Sur votre site, vos clients pourraient être mieux protégés.',
    remedy: 'Ajouter les en-têtes manquants à la configuration du serveur.',
    ok: 'Les quatre protections que le navigateur connaît sont demandées.',
    missing: (names: string) => `Nous n’avons pas trouvé\u202f: ${names}.`,
  },
  'structured-data': {
    label: 'Fiche d’entreprise lisible par machine',
    loss: 'Qui vous cherche peut lire de faux horaires\u202f: le moteur les devine.',
    remedy: 'Ajouter une fiche schema.org de l’entreprise à la page.',
    ok: (type: string) => `La page décrit l’entreprise aux moteurs de recherche (${type}).`,
    review: (types: string) =>
      `La page a des données pour machines (${types}), mais aucune fiche d’entreprise.`,
    inner:
      'Nous n’avons pas trouvé de fiche d’entreprise sur cette page\u202f; à l’entrée du site, elle suffit.',
    failed: 'Nous n’avons pas trouvé de fiche d’entreprise pour les moteurs de recherche.',
  },
} as const satisfies Readonly<Record<CheckId, CheckWords>>;

/** The same where only a part of it is left to do. */
export const PART_TO_DO = {
  chain: 'Installer sur le serveur la chaîne complète (fullchain), avec le certificat intermédiaire.',
  redirect: 'Renvoyer toute adresse http vers https.',
  longer: 'Porter la durée de l’en-tête Strict-Transport-Security à six mois au moins.',
  compress: 'Activer la compression des textes sur le serveur.',
} as const;

/** A number or an address is shown on the page, but not as a link. */
export const ONLY_TAP = {
  phone: {
    remedy: 'Faire du numéro un lien qui appelle.',
    loss: 'Pour vous appeler, un client décidé doit recopier votre numéro.',
  },
  email: {
    remedy: 'Faire de l’adresse e-mail un lien, ou ajouter un numéro cliquable.',
    loss: 'Pour vous écrire, un client décidé doit recopier votre adresse.',
  },
} as const;

export const UNREADABLE = {
  shell: 'La page se compose dans le navigateur\u202f: sans lui, nous n’avons pas pu la lire.',
  unread: 'Le contenu de la page n’a pas pu être lu.',
  axe: 'Cette mesure n’a pas abouti dans le navigateur.',
  version: 'Ces relevés viennent d’une autre version de l’audit.',
};

/** After a sentence about a page that was read without a browser. */
export const AS_SENT = 'Lu sans navigateur\u202f: à vérifier de votre côté.';

/** After a time that was measured while our machine had far too much to do. */
export const WHILE_BUSY = 'Notre machine était très occupée pendant la visite\u202f: à mesurer à nouveau.';

/** The headline of the report where no point is open; beside the worst point otherwise. */
export const VERDICT = {
  nothing: 'Nous n’avons rien pu contrôler lors de cette visite.',
  allGood: (passed: number) =>
    passed > 1
      ? `Les ${passed}\u00a0points que nous avons contrôlés sont en ordre\u202f: rien d’urgent.`
      : 'Le seul point que nous avons pu contrôler est en ordre\u202f: rien d’urgent.',
  /** How many points are in order, of those that have a verdict; one at least has not. */
  tally(passed: number, controlled: number): string {
    if (controlled === 1) return 'C’est le seul point que nous avons pu contrôler.';
    const of = `Sur ${controlled}\u00a0points contrôlés,`;
    if (passed === 0) return `${of} aucun n’est en ordre.`;
    return `${of} ${passed} ${passed > 1 ? 'sont' : 'est'} en ordre.`;
  },
};

/** `19 contrôlés`, after the number of those that passed. */
export function ofControlled(controlled: number): string {
  return `${controlled} ${controlled > 1 ? 'contrôlés' : 'contrôlé'}`;
}
