import { agency } from './business.ts';

/** The statement itself: whatever speaks of a booked call contains it (call.test.ts). */
const SETTLED = 'appel est réservé et confirmé';

/**
 * What is said of a booked call. The call's page, its mails, /validation, the owner's follow-up page and the terms take
 * their words from here, so that none of them says that something is left to be confirmed.
 */
export const call = {
  settled: SETTLED,
  state: `Votre ${SETTLED}.`,
  nothingToDo: 'Vous n’avez rien d’autre à faire.',
  calls: (phone: string) => `${agency.brand} vous appelle au ${phone}`,
  /** About what, as the end of a line « Sujet ». */
  about: 'Votre site\u202f: vos chiffres, votre page, votre plan',
  /** In the terms. */
  rule: `Dès que le site ou l’e-mail vous le dit, votre ${SETTLED}.`,
  /** To the owner; `when` is a day and an hour. */
  owners: (when: string, phone: string) => `Son ${SETTLED}\u202f: ${when}, au ${phone}.`,
  labels: {
    when: 'Quand',
    there: 'Chez vous',
    who: 'Qui appelle',
    about: 'Sujet',
    from: 'Depuis le',
    before: 'Avant',
    duration: 'Durée',
  },
  /** « 15 minutes ». */
  minutes: (minutes: number) => `${minutes}\u00a0minutes`,
} as const;
