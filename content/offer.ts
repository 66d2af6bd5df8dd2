/** What the offer is: the sentences that the general conditions and the questions of /sales share. */
export const offer = {
  free: 'L’audit, la consultation et l’entretien de 15\u00a0minutes ne coûtent rien et ne vous engagent à rien.',
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
  late: 'Si nous ne tenons pas le délai, vous pouvez nous fixer un délai supplémentaire convenable et, s’il passe sans livraison, faire valoir les droits que la loi vous donne (CO art.\u00a0107).',
  brought: 'Ce que vous nous remettez reste à vous.',
  rights:
    'Sauf accord contraire, les droits d’utilisation de ce que nous créons pour vous passent à votre entreprise au paiement complet.',
  licences: 'Les composants de tiers et les logiciels libres gardent leur propre licence.',
} as const;
