/** The catering site that is being built. */
export const servicetraiteur = {
  title: 'Service traiteur\u202f: nouveau site en construction',
  description:
    'Notre nouveau site traiteur est en construction. En attendant, écrivez-nous\u202f: nous préparons votre table comme toujours.',
  above: 'Service traiteur',
  headline: 'Nouveau site en construction',
  text: 'Nous le posons comme un zellige\u202f: une pièce après l’autre, à la main. La cuisine, elle, n’a jamais fermé\u202f: dites-nous la date et le nombre de convives, nous vous répondons.',
  chat: 'Écrire sur WhatsApp',
  message: 'Bonjour, je souhaite organiser un événement avec votre service traiteur.',
} as const;
