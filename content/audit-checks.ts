import type { CheckId } from '#domain/audit.ts';
import { TITLE_LENGTH } from '#domain/audit-bars.ts';

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
  https: 'Un client peut lire «\u202fsite non sécurisé\u202f» et faire demi-tour.',
  certificate: 'Le jour où il expire, le navigateur barre l’entrée de votre site à vos clients.',
  contact: 'Un client décidé ne peut pas vous joindre d’un geste.',
  viewport: 'Sur un téléphone, vos clients doivent agrandir et déplacer la page pour lire.',
  identity: 'Un client ne voit pas à qui il a affaire, et hésite.',
  privacy: 'Un client ne voit pas ce que deviennent ses données, et hésite à vous écrire.',
  cookies: 'Des tiers peuvent suivre vos visiteurs avant que ceux-ci aient choisi.',
  indexable: 'Qui vous cherche ne peut pas trouver cette page.',
  title: 'Qui vous cherche ne lit pas clairement, dans les résultats, ce que vous faites.',
  description: 'Dans les résultats, le moteur de recherche choisit lui-même ce qui vous présente.',
  h1: 'Un moteur de recherche, ou qui écoute la page, ne sait pas d’emblée de quoi elle parle.',
  contrast: 'Une partie de vos clients peine à lire vos textes.',
  labels: 'Qui navigue à la voix ou au lecteur d’écran ne peut pas remplir vos champs.',
  alt: 'Qui ne voit pas l’image n’apprend rien d’elle\u202f; un moteur de recherche non plus.',
  lang: 'Un lecteur d’écran prononce vos textes dans la mauvaise langue.',
  targets: 'Sur un téléphone, le doigt de vos clients touche à côté.',
  cls: 'La page bouge sous le doigt\u202f: vos clients touchent autre chose que prévu.',
  ttfb: 'Vos clients commencent par attendre devant un écran vide.',
  weight: 'Sur un réseau moyen, vos clients attendent la page, et elle consomme leur forfait.',
  'mixed-content': 'Une partie de la page peut être lue, modifiée ou bloquée en route.',
  hsts: 'La première visite d’un client peut encore passer par une connexion non chiffrée.',
  'security-headers': 'Vos clients sont moins bien protégés sur votre site qu’ils pourraient l’être.',
  'structured-data':
    'Qui vous cherche peut voir une fausse adresse ou de faux horaires\u202f: les moteurs les devinent.',
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
  title: `Écrire un titre de ${TITLE_LENGTH.shortest} à ${TITLE_LENGTH.longest} caractères\u202f: activité, lieu, nom.`,
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

/** The same where only a part of it is left to do. */
export const PART_TO_DO = {
  redirect: 'Renvoyer toute adresse http vers https.',
  longer: 'Porter la durée de l’en-tête Strict-Transport-Security à six mois au moins.',
  compress: 'Activer la compression des textes sur le serveur.',
} as const;

/** Where a number or an address stands on the page, but is no link. */
export const ONLY_TAP = {
  phone: {
    remedy: 'Faire du numéro un lien qui appelle.',
    loss: 'Un client décidé ne peut pas vous appeler d’un doigt\u202f: il doit recopier votre numéro.',
  },
  email: {
    remedy: 'Faire de l’adresse e-mail un lien, ou ajouter un numéro cliquable.',
    loss: 'Un client décidé ne peut pas vous écrire d’un doigt\u202f: il doit recopier votre adresse.',
  },
} as const;

export const UNREADABLE = {
  shell: 'La page se compose dans le navigateur\u202f: sans lui, nous n’avons pas pu la lire.',
  unread: 'Le contenu de la page n’a pas pu être lu.',
  axe: 'Cette mesure n’a pas abouti dans le navigateur.',
  version: 'Ces relevés viennent d’une autre version de l’audit.',
};

/** After a sentence about a page that was read without a browser. */
export const AS_SENT = 'Lu sans navigateur\u202f: à vérifier par vous.';

/** After a time that was measured while our machine had far too much to do. */
export const WHILE_BUSY = 'Notre machine était très occupée pendant la visite\u202f: à mesurer à nouveau.';

/** What stands above the report where no point is open, and beside the worst one otherwise. */
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
