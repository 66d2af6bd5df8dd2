/** How a record was found at the provider when it was read last, in words. */
export const recordWords = {
  present: 'présente',
  changed: 'présente, changée par quelqu’un',
  gone: 'introuvable',
  left: 'supprimée chez Airtable, laissée ainsi',
} as const;

/** What is said of records that are no longer at the provider, though nothing here erased them. */
export const goneWords = {
  title: 'Fiches introuvables chez Airtable',
  told: 'Elles y ont été livrées et n’y sont plus, sans que ce site les ait effacées. Les contacts sont intacts ici, et rien n’est créé tout seul.',
  todo: './oui retry --gone <référence> en fait créer une nouvelle\u202f; avec --leave, elle reste supprimée et n’est plus nommée\u202f; ./oui erase efface la personne.',
  line: (name: string, reference: string) => `${name} (${reference})`,
  more: 'et d’autres encore\u202f: ./oui list --gone',
} as const;

/** Leads that came in a period, by what is known of their records now. */
export interface ReadBackCounts {
  readonly received: number;
  /** Held back, and so not delivered. */
  readonly held: number;
  /** Records that were found when they were read last. */
  readonly read: number;
  readonly gone: number;
  readonly left: number;
}

/** `37 reçus, 35 fiches relues chez Airtable, 2 introuvables.` @param isRead whether records are read back at all */
export function receivedAndRead(
  { received, held, read, gone, left }: ReadBackCounts,
  isRead: boolean,
): string {
  if (received === 0) return 'Aucun contact reçu.';
  const rest = received - held - read - gone - left;
  const parts = [
    some(received, 'reçu'),
    `${some(read, 'fiche relue', 'fiches relues')} chez Airtable`,
    ...(gone > 0 ? [some(gone, 'introuvable')] : []),
    ...(left > 0 ? [some(left, 'laissée supprimée', 'laissées supprimées')] : []),
    ...(held > 0 ? [some(held, 'retenu')] : []),
    ...(rest > 0 ? [`${rest} pas encore ${rest < 2 ? 'relue' : 'relues'}`] : []),
  ];
  return `${(isRead ? parts : parts.slice(0, 1)).join(', ')}.`;
}

/** A nightly reading, as the table `read_back` has it. */
interface Reading {
  readonly present: number;
  readonly changed: number;
  readonly gone: number;
  readonly elsewhere: number;
  readonly ended_at: number | null;
  readonly done_at: number | null;
  readonly problem: string | null;
}

/** How the newest nightly reading went. @param when how an instant is written */
export function readingWords(reading: Reading, when: (at: number) => string): string {
  const { present, changed, gone, elsewhere, ended_at, done_at, problem } = reading;
  const found = [
    some(present, 'fiche relue', 'fiches relues'),
    ...(changed > 0 ? [`dont ${some(changed, 'changée', 'changées')} par quelqu’un`] : []),
    some(gone, 'introuvable'),
  ].join(', ');
  if (ended_at === null) {
    const last = done_at === null ? '' : ` La dernière relecture complète date du ${when(done_at)}.`;
    return problem === null
      ? `Relecture chez Airtable en cours\u202f: ${found} jusqu’ici.${last}`
      : `La relecture chez Airtable s’est arrêtée (${problem}). Rien n’est donné pour disparu, elle reprend seule.${last}`;
  }
  const others =
    elsewhere === 0
      ? ''
      : ` ${some(elsewhere, 'autre n’est pas', 'autres ne sont pas')} dans cette table et n’y ont peut-être jamais été (livrées avant cette version, ou dans une autre base ou table)\u202f: vérifiez AIRTABLE_BASE_ID et AIRTABLE_TABLE.`;
  return `Relecture chez Airtable du ${when(ended_at)}\u202f: ${found}.${others}`;
}

function some(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count < 2 ? one : many}`;
}
