import { placeholder } from './facts/fact.ts';

/** What the offer is: the sentences that the general conditions and the questions of /sales share. */
export const offer = {
  free: 'L’audit express et l’appel de 15\u00a0minutes ne coûtent rien et ne vous engagent à rien.',
  fixes: 'Cette offre fixe le contenu, le prix, les paiements et la date de départ.',
  /** What has to be there before the 48 hours begin. */
  starts: [
    'l’offre est acceptée par écrit',
    'le paiement convenu au départ, s’il y en a un, est arrivé',
    'nous avons reçu vos indications pour les textes, que nous écrivons, ainsi que les images et le logo nécessaires',
    'nous avons les accès techniques au domaine et à l’hébergement',
  ],
  confirmed: 'Nous vous confirmons par écrit l’heure de départ.',
  notCounted:
    'Les samedis, les dimanches et les jours fériés légaux à notre siège ne comptent pas. Le délai s’interrompt tant que nous attendons une réponse de votre part ou une intervention d’un tiers, comme un registraire de domaine.',
  late: 'Si nous ne tenons pas le délai, vous pouvez nous fixer un délai supplémentaire convenable et, s’il passe sans livraison, faire valoir les droits que la loi vous donne (art.\u00a0107\u00a0CO).',
  /** Whose the site is; quoted whole. */
  ownership:
    'Dès le paiement complet, et sauf accord contraire, les droits d’utilisation de ce que nous créons pour vous passent à votre entreprise\u202f: elle peut exploiter le site, le modifier et le confier à qui elle veut. Avant cela, ils restent à nous. Ce que vous nous remettez est à vous, avant comme après. Les composants de tiers, comme les polices et les bibliothèques de logiciels libres, gardent leur propre licence.',
  /** How a price is made, where the owner has given none (`price` in references.ts). */
  price: {
    raises: placeholder(
      'offer.price.raises',
      'plusieurs pages ou langues, une boutique ou une réservation en ligne, des contenus à reprendre',
      'ce qui élève votre prix',
    ),
    lowers: placeholder(
      'offer.price.lowers',
      'une seule page, un but, des images et un logo déjà prêts',
      'ce qui abaisse votre prix',
    ),
    example: placeholder(
      'offer.price.example',
      'une page unique avec un formulaire coûte nettement moins qu’un site bilingue avec boutique',
      'un exemple qui fait comprendre votre prix',
    ),
  },
} as const;
