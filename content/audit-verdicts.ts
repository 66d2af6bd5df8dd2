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
