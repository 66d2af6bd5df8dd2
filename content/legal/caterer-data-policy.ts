import type { Identity } from '../identity.ts';
import {
  definitions,
  type LegalDocument,
  link,
  list,
  mail,
  paragraph,
  phoneLink,
  table,
} from './document.ts';
import { contactBlock } from './identity-block.ts';
import { commissioner, law } from './law.ts';
import { storageKeys } from './privacy-storage.ts';
import { providers } from './providers.ts';
import { countingWords } from './visit-counting.ts';

/** The caterer is another house than the agency and answers for its own pages (LPD art. 19). */
export const catererDataPolicy = (who: Identity): LegalDocument => {
  const chat = providers[who.chatProvider];
  const { maps } = providers;
  const [session] = storageKeys;
  const counting = countingWords(who);
  return {
    slug: 'politique-de-donnees',
    title: 'Politique de données',
    description: `${who.brand}\u202f: nos pages ne recueillent presque rien. Voici ce presque rien, qui le reçoit, et vos droits.`,
    updated: '2026-11-24',
    intro: [
      `Nos pages se regardent sans rien donner de soi\u202f: ni formulaire, ni cookie, ${counting.without}. Voici le peu qui reste, selon la `,
      law.lpd,
      '.',
    ],
    sections: [
      { id: 'responsable', heading: 'Qui est responsable', blocks: [contactBlock(who)] },
      {
        id: 'donnees',
        heading: 'Quelles données, et pourquoi',
        blocks: [
          definitions(
            {
              term: 'Quand vous visitez nos pages',
              description: `Le serveur lit votre adresse IP pour vous répondre, sans l’inscrire dans son journal. Le journal note la date, la page et le résultat, pour trouver les pannes et repousser les abus.${counting.visit}`,
            },
            {
              term: 'Quand vous nous appelez',
              description: [
                'Au ',
                phoneLink(who.phone),
                ', nous voyons votre numéro et notons ce qu’il faut pour votre réservation ou votre commande.',
              ],
            },
            {
              term: 'Quand vous nous écrivez',
              description: `Par ${who.chatProvider} ou par e-mail, nous lisons votre message et vos coordonnées pour vous répondre. Ne nous confiez que ce qui sert à la commande\u202f; une allergie, par exemple, seulement si vous voulez que nous en tenions compte.`,
            },
          ),
        ],
      },
      {
        id: 'navigateur',
        heading: 'Ce que votre navigateur garde',
        blocks: [
          table(
            'Entrée du stockage local sur nos pages',
            ['Clé', 'Contenu', 'Durée'],
            [session.key, session.holds, session.duration],
          ),
          paragraph([
            'Depuis nos pages, cette entrée ne nous est jamais envoyée. Elle est commune à tout le site\u202f: son identifiant ne part que si vous remplissez plus tard, avec le même navigateur, le formulaire de l’agence qui partage ce site. Une demande à l’agence qui attendait la connexion peut aussi lui parvenir pendant que vous lisez nos pages\u202f; nous ne la voyons pas. La ',
            link('politique de l’agence', '/privacy-policy#navigateur'),
            ' le décrit et explique comment effacer l’entrée.',
          ]),
        ],
      },
      {
        id: 'destinataires',
        heading: 'Qui reçoit ces données',
        blocks: [
          list(
            `${who.hosting.name}, ${who.hosting.city} (${who.hosting.country}), notre hébergeur, qui agit pour nous (art.\u00a09\u00a0LPD).`,
            [
              `${chat.name} (${chat.company}\u202f; ${chat.country}), seulement si vous suivez le lien vers la messagerie\u202f: `,
              chat.policy,
              '.',
            ],
            [
              `${maps.name} (${maps.company}\u202f; ${maps.country}), seulement si vous ouvrez le plan d’accès\u202f: `,
              maps.policy,
              '.',
            ],
          ),
          paragraph(
            'Avant votre clic, rien ne part vers ces services. Ensuite, vous vous adressez à eux directement, selon leurs conditions, y compris pour la communication de vos données à l’étranger.',
          ),
        ],
      },
      {
        id: 'durees',
        heading: 'Combien de temps',
        blocks: [
          list(
            `Journal technique\u202f: ${who.hosting.logRetention}.`,
            'Messages et notes\u202f: le temps de la réservation ou de la commande, et de répondre à une éventuelle réclamation.',
            'Pièces comptables\u202f: 10\u00a0ans dès la fin de l’exercice (art.\u00a0958f\u00a0CO).',
          ),
        ],
      },
      {
        id: 'droits',
        heading: 'Vos droits',
        blocks: [
          paragraph([
            'Vous pouvez demander à consulter vos données (art.\u00a025\u00a0LPD), à les recevoir (art.\u00a028), à les faire corriger ou effacer, ou vous opposer à leur traitement (art.\u00a030 et 32). Un message à ',
            mail(who.email),
            ' suffit. Nous répondons dans les 30\u00a0jours, en règle générale gratuitement.',
          ]),
          paragraph([
            `Autorité de surveillance\u202f: ${commissioner.name}, ${commissioner.address}, `,
            commissioner.site,
            '.',
          ]),
        ],
      },
    ],
  };
};
