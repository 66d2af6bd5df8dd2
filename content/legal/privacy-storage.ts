import type { AgencyIdentity } from '../identity.ts';
import { fieldsInLaw } from '../lead-fields.ts';
import { type LegalSection, paragraph, steps, table } from './document.ts';
import { countingWords } from './visit-counting.ts';

interface StorageKey {
  readonly key: string;
  readonly holds: string;
  readonly purpose: string;
  readonly duration: string;
  /** Written only where calls are booked on this site. */
  readonly onlyOwn?: true;
}

/** Everything the site writes in the visitor's browser: the keys, what they hold, how long they stay. */
export const storageKeys = [
  {
    key: 'user_session',
    holds:
      'Un identifiant («\u202fusr_\u202f» suivi de l’instant de votre première visite et de six caractères tirés au hasard), la date de votre première visite et l’adresse de la première page ouverte.',
    purpose: 'Reconnaître deux envois du même navigateur. Seul l’identifiant accompagne une demande.',
    duration: 'Jusqu’à ce que vous effaciez les données du site dans votre navigateur.',
  },
  {
    key: 'pending_leads',
    holds: `Les demandes que notre serveur n’a pas encore confirmées\u202f: ${fieldsInLaw}, date et numéro d’envoi.`,
    purpose:
      'Ne pas perdre votre demande quand la connexion manque. Elle est renvoyée dès que la connexion revient ou à votre prochaine visite.',
    duration:
      'Chaque demande disparaît de la liste dès que le serveur l’a confirmée ou refusée définitivement.',
  },
  {
    key: 'last_lead',
    holds:
      'Dans l’onglet où vous avez envoyé une demande\u202f: le nom et l’e-mail saisis, son numéro d’envoi, et ce que notre serveur en a dit, avec la référence qui relie à cette demande ce que vous faites ensuite.',
    purpose: 'Vous dire si cette demande est reçue ou si elle attend encore dans votre navigateur.',
    duration: 'Jusqu’à la fermeture de l’onglet.',
  },
  {
    key: 'pending_booking',
    onlyOwn: true,
    holds:
      'Dans l’onglet où vous réservez un appel, tant que notre serveur n’a pas répondu\u202f: l’heure choisie, le nom, l’e-mail, le téléphone, le fuseau horaire, la référence de votre demande et le numéro d’envoi.',
    purpose: 'Ne pas réserver deux fois quand une réponse se perd ou que la page est rechargée.',
    duration: 'Jusqu’à la réponse du serveur, au plus tard la fermeture de l’onglet.',
  },
  {
    key: 'booked_call',
    onlyOwn: true,
    holds: 'Dans l’onglet où vous avez réservé un appel\u202f: l’adresse de la page de votre rendez-vous.',
    purpose: 'Vous montrer votre rendez-vous quand vous revenez en arrière.',
    duration: 'Jusqu’à l’annulation ou au début de l’appel, au plus tard la fermeture de l’onglet.',
  },
] as const satisfies readonly StorageKey[];

/** What stays in the browser, and how to take it away. */
export const storageSection = (who: AgencyIdentity): LegalSection => {
  const { booking } = who;
  const keys = (storageKeys as readonly StorageKey[]).filter(
    ({ onlyOwn }) => !onlyOwn || booking.way === 'own',
  );
  const [all, tabs] = booking.way === 'own' ? ['cinq', 'les trois autres'] : ['trois', 'la troisième'];
  return {
    id: 'navigateur',
    heading: 'Ce que votre navigateur garde',
    blocks: [
      paragraph(
        `Le site ne dépose aucun cookie. ${countingWords(who).storage} Il écrit ${all} entrées dans le stockage de votre navigateur, les deux premières pour durer («\u202flocalStorage\u202f»), ${tabs} le temps d’un onglet («\u202fsessionStorage\u202f»). Elles restent sur votre appareil.`,
      ),
      table(
        'Entrées du stockage du navigateur',
        ['Clé', 'Contenu', 'But', 'Durée'],
        ...keys.map(({ key, holds, purpose, duration }) => [key, holds, purpose, duration]),
      ),
      paragraph('Pour les effacer\u202f:'),
      steps(
        'ouvrez les réglages de votre navigateur, rubrique «\u202fconfidentialité\u202f» ou «\u202fdonnées de sites\u202f»\u202f;',
        'cherchez l’adresse de ce site\u202f;',
        'supprimez ses données. Le site continue de fonctionner et tire un nouvel identifiant à la visite suivante.',
      ),
      paragraph(
        'Si une demande attend encore d’être confirmée, cet effacement la supprime aussi\u202f: nous ne l’aurons pas reçue.',
      ),
    ],
  };
};
