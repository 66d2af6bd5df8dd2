import { byWay } from '#domain/booking.ts';
import type { AgencyIdentity } from '../identity.ts';
import { fieldsInLaw, fieldsInMails } from '../lead-fields.ts';
import { type LegalSection, link, paragraph, table } from './document.ts';
import { providers, safeguardWords } from './providers.ts';

/** Who receives what and when, in which country, under which guarantee. */
export function recipientRows(
  who: AgencyIdentity,
): readonly (readonly [recipient: string, what: string, country: string, safeguard: string])[] {
  const { airtable, youtube } = providers;
  const booking = schedulerOf(who);
  const isOwn = who.booking.way === 'own';
  const chat = providers[who.chatProvider];
  return [
    [
      `${who.hosting.name} (hébergeur)`,
      'À chaque visite\u202f: les échanges avec le site. À chaque envoi\u202f: la demande, dans notre base de données.',
      who.hosting.country,
      'Contrat de sous-traitance (art.\u00a09\u00a0LPD)',
    ],
    [
      `${who.mailProvider.name} (messagerie)`,
      `Après un envoi\u202f: l’e-mail qui vous confirme la demande, et celui qui la transmet aux personnes chargées de vous répondre (${fieldsInMails}).${!isOwn ? '' : ' Après une réservation\u202f: la confirmation, l’invitation et les rappels, à vous et à elles (nom, e-mail, téléphone, heure).'}`,
      who.mailProvider.country,
      'Contrat de sous-traitance (art.\u00a09\u00a0LPD)',
    ],
    [
      `${airtable.name} (${airtable.company})`,
      `Après un envoi\u202f: ${fieldsInLaw}, statut de la demande${isOwn ? ', qui suit la réservation de l’appel' : ''}.`,
      airtable.country,
      safeguardWords[who.recordsSafeguard],
    ],
    ...(booking
      ? [
          [
            `${booking.name} (${booking.company})`,
            'Seulement si vous ouvrez la prise de rendez-vous\u202f: nom et e-mail préremplis, puis ce que vous y saisissez.',
            booking.country,
            safeguardWords[who.bookingSafeguard],
          ] as const,
        ]
      : []),
    [
      `${chat.name} (${chat.company})`,
      'Seulement si vous suivez le lien vers la messagerie\u202f: le texte prérempli, puis ce que vous écrivez.',
      chat.country,
      'Vous vous adressez vous-même à ce service, selon ses conditions',
    ],
    [
      `${youtube.name} (${youtube.company})`,
      'Seulement si un film vient de YouTube et que vous le lancez\u202f: le lecteur sans cookie de suivi (youtube-nocookie) reçoit votre adresse IP.',
      youtube.country,
      'Vous vous adressez vous-même à ce service, selon ses conditions',
    ],
  ];
}

/** The scheduling provider, where calls are booked at one. */
function schedulerOf(who: AgencyIdentity) {
  return byWay(who.booking, { own: undefined, provider: ({ way }) => providers[way], message: undefined });
}

/** Who receives data, when, in which country and under which guarantee (LPD art. 19, al. 2, let. c and al. 4). */
export function recipientsSection(who: AgencyIdentity): LegalSection {
  const { airtable, youtube } = providers;
  const booking = schedulerOf(who);
  const chat = providers[who.chatProvider];
  return {
    id: 'destinataires',
    heading: 'Qui reçoit vos données, et dans quel pays',
    blocks: [
      paragraph(
        'Nous ne vendons ni ne louons vos données. Les personnes chargées de vous répondre y ont accès, ainsi que les prestataires suivants, chacun dans la limite indiquée.',
      ),
      table(
        'Destinataires, pays et garanties',
        ['Destinataire', 'Quand et quoi', 'Pays', 'Garantie'],
        ...recipientRows(who),
      ),
      paragraph([
        `Avant votre geste (lancer un film, ${booking ? 'ouvrir la prise de rendez-vous, ' : ''}suivre un lien), votre navigateur ne contacte aucun de ces services. Airtable n’est jamais contacté par votre navigateur\u202f: c’est notre serveur qui lui transmet la demande. Ce que chacun dit de son propre traitement\u202f: `,
        airtable.policy,
        ', ',
        ...(booking ? [booking.policy, ', '] : []),
        chat.policy,
        ', ',
        youtube.policy,
        '.',
      ]),
      paragraph([
        'Les États-Unis n’offrent un niveau de protection reconnu par le Conseil fédéral que pour les entreprises certifiées selon le Swiss–US Data Privacy Framework (annexe 1 de l’ordonnance sur la protection des données). La ',
        link('liste des entreprises certifiées', 'https://www.dataprivacyframework.gov/list'),
        ' est publique. Pour une entreprise qui n’y figure pas, la communication repose sur les clauses types de protection des données que le PFPDT a reconnues (art.\u00a016, al.\u00a02, let.\u00a0d,\u00a0LPD). Vous pouvez nous en demander une copie.',
      ]),
      paragraph(
        'Si aucune de ces garanties n’est donnée, une communication à l’étranger n’a lieu que dans un cas prévu par l’art.\u00a017\u00a0LPD, par exemple avec votre consentement exprès ou pour préparer un contrat que vous avez demandé.',
      ),
      paragraph('Une autorité suisse peut recevoir des données lorsque la loi nous y oblige.'),
    ],
  };
}
