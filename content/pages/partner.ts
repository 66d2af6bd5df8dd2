/** Partner or academy. The two answers are the specification's, to the letter. */
export const partner = {
  title: 'Devenir partenaire ou rejoindre l’académie',
  description:
    'Vous connaissez des entreprises à qui un meilleur site ferait du bien\u202f? Devenez partenaire. Vous voulez apprendre le métier\u202f? Rejoignez l’académie.',
  question: 'Voulez-vous vendre des sites avec nous\u202f?',
  lead: 'Deux réponses possibles. Les deux ouvrent une conversation, sans engagement.',
  choicesLabel: 'Votre réponse',
  choices: [
    {
      id: 'partner',
      kind: 'Devenir partenaire',
      answer: "Oui, j'ai des clients potentiels",
      text: 'Vous nous présentez une entreprise\u202f; nous faisons le site et partageons avec vous.',
      chatText: 'Bonjour, j’ai des clients potentiels et je souhaite devenir partenaire.',
    },
    {
      id: 'academy',
      kind: 'Rejoindre l’académie',
      answer: 'Oui, je souhaite apprendre à le faire',
      text: 'Vous apprenez avec nous à concevoir, à construire et à vendre, sur de vrais projets.',
      chatText: 'Bonjour, je souhaite apprendre le métier et rejoindre l’académie.',
    },
  ],
} as const;
