/** The desk's page about the funnel. `\u202f` is the narrow no-break space French sets before ? ! ; and :. */
export const deskFunnel = {
  title: 'L’entonnoir',
  spans: { jour: 'Un jour', semaine: 'Une semaine', trimestre: 'Un trimestre' },
  period: (from: string, to: string) => (from === to ? `Le ${from}` : `Du ${from} au ${to}`),
  past: (count: string) => `avant\u202f: ${count}`,
  earlier: 'Période d’avant',
  later: 'Période d’après',
  csvOf: (table: string) => `${table}, en CSV`,
  tables: {
    etapes: {
      title: 'Les étapes',
      head: ['Étape', 'Cette période', 'Avant', 'De l’étape d’avant', 'Source du chiffre'],
    },
    provenances: { title: 'Par provenance', first: 'Provenance' },
    pages: { title: 'Par page', first: 'Page' },
    temps: {
      title: 'Au fil du temps',
      head: ['Dès le', 'Visites', 'Contacts', 'Appels réservés', 'Montants gagnés (CHF)'],
      note: 'Appels et montants sont notés au jour où leur contact est arrivé.',
    },
    reponses: {
      title: 'Jusqu’à la première réponse',
      head: ['Délai', 'Contacts', 'Avant'],
      median: (time: string) => `La moitié des réponses est venue en ${time} ou moins.`,
    },
  },
  /** Bounds of the times until an answer, in minutes, and how each is named. */
  delays: [
    [15, 'jusqu’à 15 min'],
    [60, 'jusqu’à 1h'],
    [240, 'jusqu’à 4h'],
    [1440, 'jusqu’à 1 jour'],
    [4320, 'jusqu’à 3 jours'],
    [Number.POSITIVE_INFINITY, 'plus tard'],
  ],
  more: (count: number) => `et ${count} ${count > 1 ? 'autres' : 'autre'}`,
  empty:
    'Ici paraîtront les visites, page par page et annonce par annonce, et ce que chacune a amené\u202f: contacts, appels, oui. La première visite comptée s’y verra quelques secondes après.',
} as const;
