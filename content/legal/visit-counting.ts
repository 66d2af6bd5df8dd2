/** What the documents say of the counting of visits, in both positions of its switch (content/visits.ts). */
interface CountingWords {
  /** One item of what the site does without. */
  readonly brief: string;
  /** The end of what the caterer's pages are looked at without. */
  readonly without: string;
  /** After what the server reads of a visit. */
  readonly visit: string;
  /** After « Le site ne dépose aucun cookie. » */
  readonly storage: string;
  /** Terms of what is collected, with their descriptions. */
  readonly collected: readonly { readonly term: string; readonly description: string }[];
  /** Rows of the purposes: what, and why. */
  readonly purposes: readonly (readonly [string, string])[];
  /** Rows of the durations: what, how long, and why. @param months as in « 24 mois » */
  readonly kept: (months: string) => readonly (readonly [string, string, string])[];
}

const COUNTED =
  'un nombre par jour, par page et par provenance. Rien n’y distingue une personne d’une autre\u202f: ni adresse IP, ni empreinte, ni identifiant';
const DECLINED =
  'Un navigateur qui envoie «\u202fGlobal Privacy Control\u202f» ou «\u202fDo Not Track\u202f» n’est pas compté.';

const counted: CountingWords = {
  brief:
    'Aucun cookie, aucun traceur. Notre serveur compte les visites par page et par provenance, sans reconnaître personne.',
  without: 'ni traceur',
  visit: ` Il compte aussi les visites\u202f: ${COUNTED}. ${DECLINED}`,
  storage:
    'Il n’utilise ni pixel publicitaire, ni traceur. Notre serveur compte les visites d’après les seules demandes de pages\u202f: votre appareil n’en garde rien.',
  collected: [
    {
      term: 'Le décompte des visites',
      description: `Combien de fois une page est ouverte depuis un autre site ou directement, et combien de fois le formulaire est commencé\u202f: ${COUNTED}. La provenance est ce que dit l’adresse (utm_source, utm_medium, utm_campaign), sinon le nom du site qui portait le lien. ${DECLINED}`,
    },
    {
      term: 'La provenance de votre demande',
      description:
        'La page du formulaire et cette même provenance, que l’adresse des pages porte jusqu’au formulaire, sont gardées avec votre demande. Aucune visite ne lui est rattachée.',
    },
  ],
  purposes: [
    ['Décompte des visites, provenance', 'Savoir quelles pages et quelles annonces amènent des demandes.'],
  ],
  kept: (months) => [['Décompte des visites', months, 'Comparer une période à la même de l’année d’avant.']],
};

const uncounted: CountingWords = {
  brief: 'Aucun cookie, aucun traceur, aucune mesure d’audience.',
  without: 'ni mesure d’audience',
  visit: '',
  storage: 'Il n’utilise ni outil de mesure d’audience, ni pixel publicitaire, ni traceur.',
  collected: [],
  purposes: [],
  kept: () => [],
};

/** The words of the position that the house is in. */
export const countingWords = ({ countsVisits }: { readonly countsVisits: boolean }): CountingWords =>
  countsVisits ? counted : uncounted;
