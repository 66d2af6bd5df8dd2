import { byWay } from '#domain/booking.ts';
import { lowerFirst, upperFirst } from '#domain/text.ts';
import { REPORT_DAYS } from '../audit.ts';
import { callReminderHours } from '../availability.ts';
import { BACKUP_DAYS } from '../backup-retention.ts';
import type { AgencyIdentity } from '../identity.ts';
import { formFields, listed, neededFields, typedWords as typed } from '../lead-fields.ts';
import {
  definitions,
  type LegalDocument,
  type LegalSection,
  link,
  list,
  paragraph,
  table,
} from './document.ts';
import { contactBlock } from './identity-block.ts';
import { law } from './law.ts';
import { recipientsSection } from './privacy-recipients.ts';
import { rightsSection } from './privacy-rights.ts';
import { storageSection } from './privacy-storage.ts';
import { providers } from './providers.ts';
import { countingWords } from './visit-counting.ts';

/**
 * What LPD art. 19 asks the agency to say. « Politique de données » in the footers is this document.
 * The retention of leads and logs is the owner's decision: it comes from the identity.
 */
export const privacyPolicy = (who: AgencyIdentity): LegalDocument => ({
  slug: 'privacy-policy',
  title: 'Politique de confidentialité',
  description:
    'Quelles données ce site recueille, pourquoi, qui les reçoit, dans quel pays, combien de temps, et comment exercer vos droits.',
  updated: '2026-11-25',
  intro: [
    `Vous nous laissez ${listed(typed.map(({ one }) => one))}. Voici ce que nous en faisons, à qui nous les confions et comment les reprendre. Ce document répond au devoir d’informer de l’art.\u00a019 de la `,
    law.lpd,
    '. Les pieds de page l’appellent aussi «\u202fPolitique de données\u202f».',
  ],
  sections: [
    { id: 'responsable', heading: 'Qui est responsable', blocks: [contactBlock(who)] },
    collected(who),
    purposes(who),
    recipientsSection(who),
    storageSection(who),
    retention(who),
    security(who),
    rightsSection(who),
    europe,
    {
      id: 'changements',
      heading: 'Changements',
      blocks: [
        paragraph(
          'Nous adaptons ce document quand le site ou le droit change. La date en tête est celle de la version en vigueur. Si un changement touche des données que vous nous avez déjà remises, nous vous en informons par e-mail avant de les utiliser autrement.',
        ),
      ],
    },
  ],
});

/** « 24 heures et 1 heure » */
const reminders = callReminderHours.map((hours) => `${hours}\u00a0heure${hours > 1 ? 's' : ''}`).join(' et ');

const CHOSEN =
  'Ce que vous nous écrivez par messagerie ou par e-mail, et l’heure que vous choisissez dans l’agenda.';
const PREFILLED = 'de préremplir la prise de rendez-vous';

const BOOKED = 'si vous avez réservé un appel et l’avez confirmé par message';

/** The part of « Le suivi de votre demande » that says what is recorded about the call. */
const confirmed = (who: AgencyIdentity) =>
  byWay(who.booking, {
    own: BOOKED,
    provider: () => BOOKED,
    message: 'si vous avez confirmé l’appel par message',
  });

/** Calls are booked on this site itself. */
const isOwn = (who: AgencyIdentity) => who.booking.way === 'own';

const collected = (who: AgencyIdentity): LegalSection => ({
  id: 'donnees',
  heading: 'Quelles données',
  blocks: [
    definitions(
      {
        term: upperFirst(listed(typed.map(({ label }) => lowerFirst(label)))),
        description: 'Vous les saisissez dans le formulaire.',
      },
      {
        term: 'L’adresse de la page',
        description:
          'Celle d’où part votre demande, paramètres compris\u202f: elle dit quelle page vous a parlé.',
      },
      {
        term: 'L’identifiant de votre navigateur',
        description:
          'Un code (user_session.id) formé de l’instant de votre première visite et de six caractères tirés au hasard. Il ne contient aucun élément de votre identité, mais il est rattaché à votre nom dès que vous envoyez le formulaire.',
      },
      {
        term: 'Le statut de la demande',
        description:
          'Toute demande commence par le statut «\u202fCold\u202f»\u202f: premier contact, sans suite pour l’instant.',
      },
      {
        term: 'Vos messages et votre rendez-vous',
        description: byWay(who.booking, {
          own: CHOSEN,
          provider: () => CHOSEN,
          message: 'Ce que vous nous écrivez par messagerie ou par e-mail, et l’heure dont nous convenons.',
        }),
      },
      ...(!isOwn(who)
        ? []
        : [
            {
              term: 'Votre réservation',
              description:
                'L’heure de l’appel, votre nom, votre adresse e-mail, le numéro de téléphone où vous appeler, le fuseau horaire de votre navigateur s’il nous le donne, et chaque déplacement ou annulation. L’adresse secrète de votre rendez-vous montre l’heure et ce numéro à qui la connaît.',
            },
          ]),
      ...byWay(who.booking, {
        own: [],
        provider: ({ way }) => [
          {
            term: `Votre rendez-vous chez ${providers[way].name}`,
            description: `L’heure de l’appel, le nom, l’adresse e-mail, le fuseau horaire et le numéro que vous donnez à ${providers[way].name}, et chaque déplacement ou annulation\u202f: ${providers[way].name} nous en avertit. Notre lien lui remet la référence de votre demande, pour que le rendez-vous soit rattaché à elle.`,
          },
        ],
        message: [],
      }),
      {
        term: 'Votre audit express',
        description:
          'L’adresse du site que vous nous indiquez ou, si vous n’en indiquez pas, celle que laisse attendre votre e-mail (menuiserie.ch pour prenom@menuiserie.ch\u202f; jamais celle d’une messagerie ouverte à tous), et ce que notre machine en a vu en une visite\u202f: mesures, constats et images de la page. Elle lit la page d’accueil, le fichier robots.txt et jusqu’à deux pages légales, n’envoie aucun formulaire et ne se connecte à aucun compte. Nous gardons de ces pages de courts extraits (titres, description, exemples de ce qui manque), jamais le texte ni le code en entier. Si vous avez laissé votre e-mail, l’audit est rattaché à votre demande.',
      },
      {
        term: 'Le suivi de votre demande',
        description: `Quand elle est arrivée, quand nous vous avons répondu, ${confirmed(who)} (le statut de votre demande en dépend), si vous avez demandé l’effacement, et ce que le serveur de messagerie a répondu à nos e-mails. Nous ne mesurons ni leur ouverture ni vos clics.`,
      },
      {
        term: 'Les marques contre les abus',
        description: `Le formulaire envoie, en plus des ${formFields}, deux marques. L’une est un défi signé par notre serveur, avec l’instant où vous avez touché le formulaire et un petit calcul que votre navigateur a fait\u202f; l’autre est un champ invisible qu’une personne laisse vide. Nous ne les enregistrons pas. De ce qu’elles disent, et d’un lien ou d’une balise dans le nom, il reste au plus une phrase, à côté de la demande, si celle-ci est retenue.${isOwn(who) ? ' La réservation d’un appel envoie le même défi, dès que vous choisissez une heure.' : ''}`,
      },
      ...countingWords(who).collected,
      {
        term: 'Les journaux techniques',
        description: `Date, méthode, page demandée sans ses paramètres, résultat, taille, durée, protocole, et le réseau d’où vient la visite\u202f: les ${proxyLog.ipv4Bits} premiers bits d’une adresse IPv4, les ${proxyLog.ipv6Bits} premiers d’une adresse IPv6. Ils ne contiennent ni nom, ni adresse e-mail, ni adresse IP complète. Celle-ci sert à vous répondre et à limiter les envois abusifs\u202f: notre serveur ne la garde qu’en mémoire, le temps de ce décompte, un jour au plus. S’il y a plusieurs serveurs, ils partagent pour cela une empreinte de l’adresse et du réseau voisin, faite avec une clé, effacée au bout de quelques minutes. Une telle empreinte de l’adresse accompagne aussi une demande jusqu’à une heure après le départ de sa confirmation, pour limiter ces e-mails, et un audit jusqu’à sa fin.`,
      },
    ),
    paragraph(
      `Après l’envoi, l’adresse de la page suivante porte votre nom et votre e-mail, parfois la référence de votre demande, afin ${byWay(who.booking, { own: PREFILLED, provider: () => PREFILLED, message: 'de vous y reconnaître' })}. Cette adresse reste donc dans l’historique de votre navigateur. Évitez de la partager.`,
    ),
    paragraph(
      `${upperFirst(neededFields)} sont nécessaires pour recevoir l’audit, et l’adresse de votre site si votre e-mail ne la laisse pas attendre. Rien ne vous oblige à les donner. Nous ne demandons aucune donnée sensible\u202f; n’en écrivez pas dans la messagerie.`,
    ),
  ],
});

/** What each datum is for: its name, and why. */
export const purposeRows = (who: AgencyIdentity): readonly (readonly [data: string, purpose: string])[] => [
  [
    upperFirst(typed.map(({ legal }) => legal).join(', ')),
    'Préparer l’audit demandé, vous répondre, fixer l’appel de 15\u00a0minutes et vous appeler.',
  ],
  ['Adresse de la page', 'Comprendre d’où vient la demande et ce que vous aviez sous les yeux.'],
  ['Identifiant du navigateur', 'Rattacher entre eux les envois d’un même navigateur.'],
  ['Statut', 'Suivre l’état de la demande.'],
  [
    'Suivi de la demande',
    'Vous répondre à temps, ne pas vous écrire deux fois, montrer ce qui a été fait de votre demande.',
  ],
  ['Audit express', 'Vous dire, et nous permettre de vous dire pendant l’appel, ce qui est à corriger.'],
  ['Messages, rendez-vous', 'Vous répondre et vous appeler à l’heure dite.'],
  ...(!isOwn(who)
    ? []
    : [
        [
          'Réservation, téléphone, fuseau horaire',
          'Réserver l’appel et vous appeler, l’inscrire dans votre agenda et dans le nôtre, vous le rappeler à votre heure.',
        ] as const,
      ]),
  [
    'Marques contre les abus',
    'Reconnaître les programmes qui remplissent les formulaires, sans vous poser de question ni prévenir un tiers.',
  ],
  ...countingWords(who).purposes,
  ['Journaux techniques', 'Faire fonctionner le site, trouver les pannes, repousser les abus.'],
];

const purposes = (who: AgencyIdentity): LegalSection => ({
  id: 'finalites',
  heading: 'Pourquoi',
  blocks: [
    table('Chaque donnée et son but', ['Donnée', 'But'], ...purposeRows(who)),
    paragraph(
      'Une demande douteuse d’après ces marques est retenue\u202f: elle est enregistrée, une personne la regarde et décide. Pendant un afflux de demandes, l’absence d’un calcul récent suffit pour cela. Nous ne prenons aucune décision individuelle automatisée, n’établissons aucun profil et n’envoyons aucune lettre d’information sans votre accord.',
    ),
  ],
});

const months = (who: AgencyIdentity) => `${who.leadRetentionMonths}\u00a0mois`;

/** How long each datum is kept: its name, until when, and why until then. */
export const retentionRows = (
  who: AgencyIdentity,
): readonly (readonly [data: string, duration: string, reason: string])[] => [
  [
    `Demande, son suivi${isOwn(who) ? ', réservation' : ''} et messages, sans contrat`,
    `${months(who)} après le dernier échange`,
    'Le temps qu’un projet mûrisse\u202f; au-delà, la demande a perdu son but.',
  ],
  [
    'Pièces comptables d’un contrat, et lettres qui en tiennent lieu',
    '10\u00a0ans dès la fin de l’exercice',
    'Conservation des livres et des pièces comptables (art.\u00a0958f\u00a0CO).',
  ],
  [
    'Rapport d’audit express et ses images',
    `${REPORT_DAYS}\u00a0jours\u202f; rattachés à une demande, les constats sans images restent avec elle`,
    'Le temps de le lire et d’en parler\u202f; un site change.',
  ],
  ...countingWords(who).kept(months(who)),
  ['Journaux techniques', who.hosting.logRetention, 'Le temps de comprendre une panne ou un abus.'],
  [
    'Entrées de votre navigateur',
    'Voir «\u202fCe que votre navigateur garde\u202f»',
    'Elles restent chez vous.',
  ],
];

/** The end of the copies, which no deletion reaches. */
export const backupsEnd = `Les copies de sauvegarde sont chiffrées quand elles quittent le serveur (qui les garde ne peut pas les lire) et supprimées ${BACKUP_DAYS}\u00a0jours au plus après avoir été faites.`;

const retention = (who: AgencyIdentity): LegalSection => ({
  id: 'durees',
  heading: 'Combien de temps',
  blocks: [
    table('Durées de conservation', ['Donnée', 'Durée', 'Raison'], ...retentionRows(who)),
    paragraph(
      'À chaque demande, notre serveur vous envoie un e-mail au texte fixe qui la confirme, et en envoie un aux personnes chargées de vous répondre, avec votre nom, votre adresse et la page d’où vous écrivez. Une demande que nos protections contre les abus retiennent ne déclenche ni l’un ni l’autre. Ces personnes reçoivent des rappels tant qu’elles ne vous ont pas répondu, et chaque semaine un résumé qui nomme ceux à qui une réponse est encore due. L’e-mail de confirmation porte un lien qui demande l’effacement.',
    ),
    ...(!isOwn(who)
      ? []
      : [
          paragraph(
            `Quand vous réservez un appel, le déplacez ou l’annulez, notre serveur vous envoie un e-mail avec une invitation pour votre agenda, et une autre aux personnes qui vous appellent, avec votre nom, votre adresse et votre numéro. Des rappels par e-mail suivent ${reminders} avant l’appel. Ce que votre agenda et votre messagerie font de l’invitation dépend d’eux. Pendant un afflux, une réservation attend d’abord l’accord d’une personne\u202f: sa page le dit, et aucun e-mail ne part avant.`,
          ),
        ]),
    paragraph(
      `À l’échéance, chaque jour, notre serveur efface de sa base les demandes dont le dernier échange date de plus de ${months(who)}, avec leur suivi${isOwn(who) ? ' et leurs réservations, de même que les réservations faites sans demande' : byWay(who.booking, { own: '', provider: () => ' et leurs rendez-vous, de même que les rendez-vous pris sans demande', message: '' })}, et l’écrit dans son journal. Une demande qui n’a pas encore pu être transmise à Airtable reste jusqu’à ce qu’elle l’ait été. Il supprime alors la fiche de la demande dans Airtable, dont la corbeille se vide selon ses propres règles, et nous effaçons la demande de notre messagerie. Si vous le demandez, un appel encore à venir est annulé, vous ne recevez plus rien d’autre, et tout est effacé plus tôt. Si un envoi à Airtable était en cours à ce moment-là, votre adresse e-mail reste le temps d’en retrouver la fiche, 40\u00a0jours au plus. ${backupsEnd} Pour qu’un retour à l’une d’elles, ou votre navigateur, ne ramène pas ce qui a été effacé, nous gardons pendant 400\u00a0jours une empreinte faite avec une clé, d’où votre nom et votre adresse ne peuvent pas être déduits.`,
    ),
  ],
});

const security = (who: AgencyIdentity): LegalSection => ({
  id: 'securite',
  heading: 'Sécurité',
  blocks: [
    list(
      'La liaison entre votre navigateur et le site est chiffrée (TLS), à l’entrée chez l’exploitant.',
      `Votre demande est inscrite dans notre base de données avant que le serveur la confirme. Cette base est sur le serveur, ou dans un PostgreSQL que lui seul ouvre, chez ${who.hosting.name}, à ${who.hosting.city} (${who.hosting.country}).`,
      'La clé qui ouvre Airtable reste sur le serveur. Aucun navigateur ne la reçoit.',
      'Les journaux ne contiennent aucune donnée personnelle tirée du formulaire.',
      'Les polices, les images et les scripts viennent du site lui-même.',
    ),
    paragraph([
      'Aucune mesure ne supprime tout risque. Ce que nous faisons en cas d’incident figure à la page ',
      link('Protection des données', '/data-protection#incident'),
      '.',
    ]),
  ],
});

const europe: LegalSection = {
  id: 'rgpd',
  heading: 'Si vous nous écrivez depuis l’Union européenne',
  blocks: [
    paragraph(
      'L’offre s’adresse aux entreprises suisses et le droit suisse s’applique. Dans la mesure où le règlement (UE) 2016/679 (RGPD) s’appliquerait tout de même à votre visite, le traitement repose sur les mesures précontractuelles prises à votre demande (art.\u00a06, par.\u00a01, let.\u00a0b) et sur notre intérêt légitime à tenir un site sûr (art.\u00a06, par.\u00a01, let.\u00a0f). Vous disposez alors des droits prévus aux art.\u00a015 à 22 de ce règlement et pouvez saisir l’autorité de protection des données de votre pays.',
    ),
  ],
};

/**
 * What the proxy's log keeps of an address: as set in deploy/nginx and deploy/caddy, which
 * tests/deploy/privacy.rest.test.ts compares.
 */
export const proxyLog = { ipv4Bits: 24, ipv6Bits: 32 } as const;
