import type { OfferedService } from '../services.ts';

interface ServiceWords {
  /** One sentence, in the list. */
  readonly summary: string;
  /** The whole of it, in the service's own window. */
  readonly text: string;
  readonly contents: readonly string[];
  readonly button: string;
  readonly chatText: string;
}

/** The list of services. The button labels and list actions are the specification's. */
export const accompagnement = {
  title: 'Accompagnement\u202f: développement, conseil, outils',
  description:
    'Développement web, consultation privée, boîte à outils\u202f: trois manières d’avancer avec une agence web suisse. Devis par message.',
  headline: 'Trois manières d’avancer ensemble.',
  lead: 'Nous faisons le site, nous vous conseillons, ou nous vous donnons les outils. Choisissez ce qui vous manque.',
  listLabel: 'Services',
  /** The action reads `Voir` on a phone and `Voir plus` otherwise. */
  action: { short: 'Voir', rest: 'plus' },
  contentsTitle: 'Ce que cela comprend',
  facts: { type: 'Nature', location: 'Lieu', address: 'Adresse', phone: 'Téléphone' },
  close: 'Fermer',
} as const;

export const serviceWords: Readonly<Record<OfferedService['id'], ServiceWords>> = {
  'developpement-web': {
    summary: 'Votre site, repensé pour vendre, écrit, dessiné et mis en ligne en 48h.',
    text: 'Un site rapide, clair, à vous. Chaque page mène à une seule action, et chaque action se mesure.',
    contents: [
      'Les textes, écrits avec vos indications, l’architecture et le dessin des pages',
      'Le développement, sans modèle acheté tout fait',
      'La mise en ligne et la mesure des demandes',
    ],
    button: 'Demander un devis',
    chatText: 'Bonjour, je souhaite un devis pour le service Développement Web.',
  },
  'consultation-privee': {
    summary: 'Une heure avec vous seul, vos chiffres sur la table, un plan à la sortie.',
    text: 'Vous posez vos questions, nous regardons vos pages et vos chiffres. Vous repartez avec trois décisions à prendre, dans l’ordre.',
    contents: [
      'La lecture de votre site avant de nous voir',
      'Une heure en tête-à-tête, au bureau ou à distance',
      'Un plan écrit d’une page, le lendemain',
    ],
    button: 'Demander un devis',
    chatText: 'Bonjour, je souhaite un devis pour le service Consultation Privée.',
  },
  'boite-a-outils': {
    summary: 'Les logiciels que nous employons nous-mêmes, choisis et expliqués.',
    text: 'Peu d’outils, les bons. Nous vous disons lequel prendre, ce qu’il coûte et comment le régler le premier jour.',
    contents: [
      'Une courte liste selon votre métier',
      'Les prix, les limites et les équivalents suisses',
      'Les réglages du premier jour, pas à pas',
    ],
    button: 'Voir nos suggestions',
    chatText: 'Bonjour, je souhaite voir vos suggestions pour le service Boîte à outils.',
  },
};
