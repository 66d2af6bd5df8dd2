import { byWay } from '#domain/booking.ts';
import { upperFirst } from '#domain/text.ts';
import type { AgencyIdentity } from '../identity.ts';
import { formFields } from '../lead-fields.ts';
import { type LegalDocument, type LegalSection, link, list, mail, paragraph, steps } from './document.ts';
import { contactBlock } from './identity-block.ts';
import { commissioner } from './law.ts';
import { providers } from './providers.ts';
import { countingWords } from './visit-counting.ts';

/** The end of the sentence that lists what /introduction may ask for: a telephone number where calls are booked on this site. */
const askedForCall = (who: AgencyIdentity) =>
  byWay(who.booking, { own: ' et, pour l’appel, un numéro de téléphone', provider: () => '', message: '' });

/** The plain page: how data are protected and how to use one's rights. What is collected is listed in the policy. */
export const dataProtection = (who: AgencyIdentity): LegalDocument => ({
  slug: 'data-protection',
  title: 'Protection des données',
  description:
    'Comment nous protégeons vos données, comment les consulter ou les faire effacer pas à pas, et ce que nous faisons en cas d’incident.',
  updated: '2026-11-25',
  intro: [
    'Cette page est pratique\u202f: ce que nous faisons pour vos données et ce que vous pouvez faire vous-même. Le détail (quelles données, pourquoi, pour qui) se trouve dans la ',
    link('politique de confidentialité', '/privacy-policy'),
    '.',
  ],
  sections: [
    {
      id: 'bref',
      heading: 'En bref',
      blocks: [
        list(
          `${upperFirst(formFields)} pour demander l’audit. L’étape suivante peut demander l’adresse de votre site${askedForCall(who)}. Deux marques contre les abus partent avec le formulaire.`,
          countingWords(who).brief,
          'Votre navigateur n’appelle aucun service extérieur avant que vous le demandiez.',
          'Un e-mail suffit pour demander l’effacement, ou le lien que porte notre confirmation.',
        ),
      ],
    },
    protection,
    {
      id: 'sous-traitants',
      heading: 'Nos sous-traitants',
      blocks: [
        paragraph(
          'Un sous-traitant agit sur nos instructions et sous contrat (art.\u00a09\u00a0LPD). Il ne peut confier vos données à un autre qu’avec notre autorisation.',
        ),
        list(
          `${who.hosting.name}, ${who.hosting.city} (${who.hosting.country})\u202f: hébergement du site et de sa base de données.`,
          `${who.mailProvider.name} (${who.mailProvider.country})\u202f: la messagerie par laquelle nous vous répondons.`,
          `${providers.airtable.company} (${providers.airtable.country})\u202f: Airtable, le tableau où nous suivons les demandes.`,
          ...byWay(who.booking, {
            own: [],
            provider: ({ way }) => {
              const { name, company, country } = providers[way];
              return [`${company} (${country})\u202f: ${name}, l’agenda des appels, si vous l’ouvrez.`];
            },
            message: [],
          }),
        ),
        paragraph([
          'Les garanties pour les pays étrangers sont décrites dans la ',
          link('politique de confidentialité', '/privacy-policy#destinataires'),
          '.',
        ]),
      ],
    },
    exercise(who),
    {
      id: 'incident',
      heading: 'En cas d’incident',
      blocks: [
        paragraph(
          'Une violation de la sécurité, c’est par exemple une donnée perdue, effacée, modifiée ou vue par quelqu’un qui n’en avait pas le droit. Si cela arrive\u202f:',
        ),
        steps(
          'nous arrêtons la fuite et conservons les traces utiles\u202f;',
          'nous évaluons le risque pour les personnes touchées\u202f;',
          'si ce risque est vraisemblablement élevé, nous l’annonçons au PFPDT dans les meilleurs délais\u202f: nature de la violation, conséquences, mesures prises ou prévues (art.\u00a024\u00a0LPD)\u202f;',
          'nous vous informons lorsque votre protection l’exige ou que le PFPDT le demande, en vous disant quoi faire\u202f;',
          'nous corrigeons la cause et documentons l’incident.',
        ),
        paragraph([
          'Vous avez trouvé une faille\u202f? Écrivez à ',
          mail(who.email),
          ' avant de la publier. Nous vous répondons et ne poursuivons pas une personne qui agit de bonne foi, sans consulter ni altérer les données d’autrui.',
        ]),
      ],
    },
    { id: 'contact', heading: 'À qui vous adresser', blocks: [contactBlock(who)] },
  ],
});

const protection: LegalSection = {
  id: 'mesures',
  heading: 'Comment nous protégeons vos données',
  blocks: [
    list(
      'Moins de données\u202f: ce que nous ne demandons pas ne peut pas fuir.',
      'Une liaison chiffrée entre vous et le site.',
      'Des accès limités aux personnes qui répondent aux demandes. L’outil de suivi n’est ouvert que sur le serveur lui-même.',
      'Des mots de passe et des clés tenus hors du site public.',
      'Un envoi confirmé seulement quand il est inscrit durablement\u202f: une panne ne l’efface pas.',
      'Un nombre d’envois limité par minute, contre les robots.',
      'Des journaux d’où les noms, les adresses e-mail et les adresses IP complètes sont exclus dès l’écriture.',
    ),
  ],
};

const exercise = (who: AgencyIdentity): LegalSection => ({
  id: 'demarche',
  heading: 'Exercer vos droits, pas à pas',
  blocks: [
    steps(
      ['Écrivez à ', mail(who.email), ' depuis l’adresse que vous aviez donnée dans le formulaire.'],
      'Dites ce que vous souhaitez\u202f: consulter, recevoir, corriger ou effacer vos données, ou vous opposer à leur usage. Aucun motif n’est nécessaire.',
      'Si vous écrivez d’une autre adresse, nous vous demandons de confirmer la première, pour ne pas remettre vos données à quelqu’un d’autre.',
      'Vous recevez notre réponse dans les 30\u00a0jours, gratuitement en règle générale. Un effacement vaut pour le serveur, pour Airtable et pour notre messagerie.',
      [
        `Notre réponse ne vous convient pas\u202f? Vous pouvez saisir le ${commissioner.name}, ${commissioner.address}, `,
        commissioner.site,
        '.',
      ],
    ),
    paragraph(
      'Modèle\u202f: «\u202fBonjour, je vous prie de me communiquer les données personnelles que vous traitez à mon sujet (art.\u00a025\u00a0LPD), puis de les effacer. Mon adresse dans votre formulaire\u202f: …\u202f»',
    ),
    paragraph([
      'Ce que votre navigateur garde, vous l’effacez vous-même\u202f: ',
      link('comment faire', '/privacy-policy#navigateur'),
      '.',
    ]),
  ],
});
