import { agency } from './business.ts';

/** What mails say about a call; a day and an hour come as words. */
export const callMails = {
  visitor: {
    booked: (when: string) => ({
      subject: `Votre appel du ${when}`,
      title: 'Votre appel est réservé',
    }),
    moved: (when: string) => ({
      subject: `Votre appel est déplacé au ${when}`,
      title: 'Votre appel est déplacé',
    }),
    cancelled: (when: string) => ({
      subject: `Votre appel du ${when} est annulé`,
      title: 'Votre appel est annulé',
    }),
    reminder: (when: string) => ({
      subject: `Rappel\u202f: votre appel du ${when}`,
      title: 'À bientôt au téléphone',
    }),
    calls: (phone: string) => `${agency.brand} vous appelle au ${phone}. Vous n’avez rien à faire.`,
    change: 'Déplacer ou annuler',
    again: 'Réserver un autre appel',
  },
  owner: {
    booked: (name: string, when: string) => ({
      subject: `Appel réservé\u202f: ${name}, ${when}`,
      title: `Vous appelez ${name}`,
    }),
    moved: (name: string, when: string) => ({
      subject: `Appel déplacé\u202f: ${name}, ${when}`,
      title: `L’appel avec ${name} est déplacé`,
    }),
    cancelled: (name: string, when: string) => ({
      subject: `Appel annulé\u202f: ${name}, ${when}`,
      title: `L’appel avec ${name} est annulé`,
    }),
    reminder: (name: string, when: string) => ({
      subject: `Rappel\u202f: appeler ${name}, ${when}`,
      title: `Vous appelez ${name}`,
    }),
    call: 'Appeler',
    page: 'Page du rendez-vous',
  },
  labels: {
    when: 'Quand',
    there: 'Chez vous',
    theirs: 'Chez le visiteur',
    phone: 'Téléphone',
    email: 'E-mail',
    name: 'Nom',
    duration: 'Durée',
  },
  minutes: (minutes: number) => `${minutes} minutes`,
  office: (when: string) => `${when} (heure de Suisse)`,
} as const;
