import { byWay } from '#domain/booking.ts';
import { booking } from './booking.ts';
import { call } from './call.ts';

/** What mails say about a call; a day and an hour come as words. */
export const callMails = {
  visitor: {
    booked: (when: string) => ({
      subject: `Votre appel du ${when}`,
      title: 'Votre appel de 15\u00a0minutes',
    }),
    moved: (when: string) => ({
      subject: `Votre appel est déplacé au ${when}`,
      title: 'Votre appel est déplacé',
    }),
    corrected: (when: string) => ({
      subject: `Votre appel du ${when}\u202f: numéro corrigé`,
      title: 'Le numéro est corrigé',
    }),
    cancelled: (when: string) => ({
      subject: `Votre appel du ${when} est annulé`,
      title: 'Votre appel est annulé',
    }),
    reminder: (when: string) => ({
      subject: `Rappel\u202f: votre appel du ${when}`,
      title: 'À bientôt au téléphone',
    }),
    /** To a mailbox with which more calls are booked than it may have; perhaps by somebody else. */
    asked: {
      subject: 'Un appel demandé avec votre adresse',
      title: 'Est-ce bien vous ?',
      text: 'Un appel de plus a été demandé avec cette adresse, qui en a déjà réservé. Il n’est réservé que si vous le dites :',
      link: 'C’est bien moi',
      ignore: 'Ce n’est pas vous ? Ne faites rien : rien n’est réservé sans ce lien ou notre accord.',
    },
    state: `${call.state} ${call.nothingToDo}`,
    cancelledState: `${call.cancelledState} ${call.nothingToDo}`,
    change: 'Un empêchement\u202f? Déplacer ou annuler l’appel, ou corriger le numéro',
    /** Label of the link to another call, in the mail about a cancelled call and on the page of that call. */
    again: byWay(booking, {
      own: call.bookAnother,
      provider: () => call.bookAnother,
      message: 'Convenir d’un autre appel',
    }),
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
    corrected: (name: string, when: string) => ({
      subject: `Numéro corrigé\u202f: ${name}, ${when}`,
      title: `${name} a corrigé son numéro`,
    }),
    cancelled: (name: string, when: string) => ({
      subject: `Appel annulé\u202f: ${name}, ${when}`,
      title: `L’appel avec ${name} est annulé`,
    }),
    reminder: (name: string, when: string) => ({
      subject: `Rappel\u202f: appeler ${name}, ${when}`,
      title: `Vous appelez ${name}`,
    }),
    over: (name: string, when: string) => ({
      subject: `L’appel avec ${name}, ${when}\u202f: tenu\u202f?`,
      title: `Avez-vous parlé à ${name}\u202f?`,
    }),
    overText:
      'L’appel devrait être fini. Sans réponse de votre part, il compte comme «\u202fsans nouvelle\u202f». Les liens sont valables 14\u00a0jours\u202f; rien ne change avant votre confirmation.',
    call: 'Appeler',
    /** Of a call that came from a scheduling provider. */
    changedThere: (provider: string) =>
      `${provider} écrit au visiteur, et tient votre agenda. L’appel s’y déplace et s’y annule.`,
    nobodys:
      'Aucune référence n’est venue avec ce rendez-vous\u202f: il n’est rattaché à aucun contact, même si le nom ou l’adresse en rappellent un.',
    noPhone: (provider: string) => `Aucun numéro n’est venu de ${provider}.`,
    page: 'Page du rendez-vous',
  },
  labels: {
    ...call.labels,
    theirs: 'Chez le visiteur',
    phone: 'Téléphone',
    email: 'E-mail',
    name: 'Nom',
    provider: 'Réservé chez',
  },
  office: (when: string) => `${when} (heure de Suisse)`,
} as const;
