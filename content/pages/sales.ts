import { formLines } from '../lead-fields.ts';

/** Step 1 of the funnel. `\u202f` is the narrow no-break space French sets before ? ! ; and :. */
export const sales = {
  title: 'Votre site devient une machine de vente en 48h',
  description:
    'Pour les dirigeants d’entreprises suisses\u202f: votre site devient une machine de vente en 48h. Audit express gratuit, sans engagement.',
  banner: 'Offre réservée aux dirigeants d’entreprises suisses',
  headline: ['Votre site devient', 'une machine de vente', 'en 48h'],
  lead: 'L’audit express est gratuit. Laissez votre nom et votre e-mail\u202f: nous auditons votre site, puis nous en parlons 15\u00a0minutes au téléphone.',
  film: { title: 'De vitrine à machine de vente, en 48h', call: 'Voir le film', length: '25 s' },
  form: {
    title: 'Recevez votre audit',
    submit: 'Recevoir mon audit gratuit',
    submitting: 'Envoi en cours...',
    failed: 'Une erreur est survenue. Veuillez réessayer ou contacter le support.',
    trap: 'Laissez ce champ vide',
    privacy: `Ces ${formLines} servent à préparer votre audit, à vous joindre et à limiter les abus.`,
    privacyLink: 'Politique de confidentialité',
    support: {
      lead: 'Le support\u202f:',
      chat: 'par WhatsApp',
      chatText: 'Bonjour, votre formulaire ne répond pas. Je souhaite recevoir mon audit gratuit.',
    },
    news: {
      received: 'Votre demande est bien reçue.',
      kept: 'Votre demande est gardée dans ce navigateur. Elle part dès que le réseau revient.',
      /** The visitor has stayed on the page, since neither the service nor the next page answers. */
      waiting:
        'Le serveur ne répond pas. Votre demande est gardée dans ce navigateur\u202f: elle part dès qu’il répond, puis la suite s’ouvre d’elle-même.',
      /** The same where the browser itself has no network. */
      offline:
        'La connexion manque. Votre demande est gardée dans ce navigateur\u202f: elle part dès que le réseau revient, puis la suite s’ouvre d’elle-même.',
      refused: `Votre demande n’a pas pu être acceptée. Vérifiez les ${formLines} et envoyez-la à nouveau.`,
      next: 'Choisir le moment de l’appel',
    },
  },
  figuresTitle: 'L’agence en trois chiffres',
  figures: [
    { value: '+500', label: 'pages web créées' },
    { value: '+2 Millions', label: 'de francs générés en ligne' },
    { value: '+8 ans', label: 'de développement web' },
  ],
  figuresNote: 'Chiffres de l’agence\u202f; sources et limites\u202f:',
  figuresLink: 'avertissement sur les résultats',
  people: { title: 'À qui vous avez affaire' },
  customers: { title: 'Ce que des clients en disent, en un chiffre' },
  compare: {
    title: 'Le même métier. Quarante-huit heures plus tard.',
    text: 'Une menuiserie inventée pour la démonstration, son site de 2009 et sa reconstruction. Faites glisser pour comparer.',
    before: 'Avant',
    after: 'Après',
    control: 'Position de la comparaison, de la page d’avant à la page d’après',
    beforeAlt: 'Le site de 2009\u202f: étroit, chargé, sans appel clair.',
    afterAlt: 'Le site reconstruit\u202f: un titre, une image, une seule action.',
  },
  update: {
    title: "Vous avez besoin d'une mise à jour",
    text: 'Quinze minutes suffisent pour savoir si votre site travaille pour vous, et ce qu’il faut changer d’abord.',
    button: 'Demander mon audit gratuit',
  },
  dialog: {
    title: 'Votre audit gratuit',
    close: 'Fermer',
    film: 'Le film démarre dès que vous fermez cette fenêtre.',
  },
  thumb: 'Recevoir mon audit gratuit',
} as const;
