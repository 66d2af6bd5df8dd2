import { byWay } from '#domain/booking.ts';
import { availability } from '../availability.ts';
import { call } from '../call.ts';
import type { AgencyIdentity } from '../identity.ts';
import { offer } from '../offer.ts';
import { type LegalDocument, type LegalSection, link, list, mail, paragraph, type Text } from './document.ts';
import { identityBlock } from './identity-block.ts';
import { providers } from './providers.ts';

/**
 * The agency's general conditions. How the 48 hours are counted is a proposal that the owner confirms:
 * nothing outside this text fixes it.
 */
export const termsConditions = (who: AgencyIdentity): LegalDocument => ({
  slug: 'terms-conditions',
  title: 'Conditions générales',
  description:
    'À qui l’offre s’adresse, ce que l’audit gratuit engage, comment se comptent les 48\u00a0heures, propriété, responsabilité, droit suisse et for.',
  updated: '2026-11-21',
  intro: `Ces conditions règlent l’usage de ce site et les prestations de l’agence (${who.brand}). Elles sont écrites pour être lues.`,
  sections: [
    {
      id: 'editeur',
      heading: 'Qui vous parle',
      blocks: [
        identityBlock(who),
        paragraph([
          'L’hébergeur et le responsable du contenu figurent dans les ',
          link('mentions légales de l’agence', '/mentions-legales-agence'),
          '.',
        ]),
      ],
    },
    {
      id: 'offre',
      heading: 'À qui l’offre s’adresse',
      blocks: [
        paragraph(
          'L’offre est réservée aux dirigeantes et aux dirigeants d’entreprises suisses, qui agissent pour leur entreprise. En envoyant le formulaire, vous déclarez être dans ce cas et donner des indications exactes.',
        ),
        paragraph(
          'Ce que montre le site décrit nos prestations et vous invite à prendre contact. Ce n’est pas encore une offre au sens du Code des obligations (CO).',
        ),
      ],
    },
    {
      id: 'audit',
      heading: 'L’audit express et l’appel sont gratuits',
      blocks: [
        list(
          `${offer.free} Ils ne nous obligent pas non plus à conclure un contrat.`,
          'L’audit express porte sur ce que votre site montre au public. Nous n’y accédons pas autrement sans votre accord.',
          'Ses constats reflètent l’état du jour. Ils ne remplacent ni un contrôle de sécurité ni un avis juridique.',
        ),
      ],
    },
    booking(who),
    contract,
    delivery,
    {
      id: 'propriete',
      heading: 'Propriété intellectuelle',
      blocks: [
        list(
          'Les textes, les images, les films et le code des pages que vous lisez sont protégés par le droit d’auteur. Leur reprise demande notre accord écrit.',
          offer.ownership,
          'Ce que vous nous remettez, vous garantissez avoir le droit de l’utiliser et vous nous autorisez à le traiter pour votre projet.',
          'Nous ne citons votre entreprise comme référence qu’avec votre accord.',
        ),
      ],
    },
    liability,
    {
      id: 'donnees',
      heading: 'Données personnelles',
      blocks: [
        paragraph([
          'Le traitement de vos données est décrit dans la ',
          link('politique de confidentialité', '/privacy-policy'),
          '. Les chiffres que le site avance sont expliqués dans l’',
          link('avertissement sur les résultats', '/earnings-disclaimer'),
          '.',
        ]),
      ],
    },
    {
      id: 'droit',
      heading: 'Droit applicable et for',
      blocks: [
        paragraph(
          'Le droit suisse s’applique, à l’exclusion de ses règles de conflit de lois et de la Convention des Nations Unies sur les contrats de vente internationale de marchandises.',
        ),
        paragraph(
          `Le for est à notre siège, à ${who.city}. Les fors impératifs du droit fédéral sont réservés. Avant toute procédure, écrivez-nous\u202f: nous cherchons d’abord un accord.`,
        ),
        paragraph(
          'Si une clause de ces conditions n’est pas valable, les autres le restent. La version qui fait foi est celle en ligne au moment où le contrat est conclu.',
        ),
      ],
    },
  ],
});

const LASTS = `L’appel dure ${availability.minutes}\u00a0minutes.`;
const BY_LINK =
  'Un empêchement\u202f? Déplacez ou annulez le rendez-vous par le lien de la confirmation, le plus tôt possible. C’est sans frais.';
const noAgenda = (who: AgencyIdentity): Text => [
  'Si l’agenda ne s’ouvre pas, écrivez à ',
  mail(who.email),
  ` ou par ${who.chatProvider}. Le message prévu à la dernière étape est la voie la plus rapide pour nous joindre\u202f; aucun appel n’en dépend.`,
];

const booking = (who: AgencyIdentity): LegalSection => ({
  id: 'rendez-vous',
  heading: 'Prendre rendez-vous',
  blocks: [
    list(
      ...byWay<Text[]>(who.booking, {
        own: [
          `${LASTS} Vous choisissez l’heure sur ce site, qui vous envoie la confirmation par e-mail, avec une invitation pour votre agenda.`,
          `${call.rule} ${call.nothingToDo}`,
          'Pendant un afflux de réservations, la vôtre attend d’abord notre accord\u202f: sa page vous le dit, et l’heure n’est réservée qu’avec notre e-mail.',
          BY_LINK,
          noAgenda(who),
        ],
        provider: ({ way }) => [
          `${LASTS} Vous choisissez l’heure dans l’agenda de ${providers[way].name}, un service indépendant, qui vous envoie la confirmation.`,
          `${call.rule} ${call.nothingToDo}`,
          BY_LINK,
          noAgenda(who),
        ],
        message: [
          `${LASTS} Vous nous écrivez par ${who.chatProvider} quand vous êtes libre, et nous convenons de l’heure par message.`,
          'Un empêchement\u202f? Dites-le par le même moyen, le plus tôt possible. C’est sans frais.',
          [`${who.chatProvider} ne vous convient pas\u202f? Écrivez à `, mail(who.email), '.'],
        ],
      }),
    ),
  ],
});

const contract: LegalSection = {
  id: 'contrat',
  heading: 'Quand un contrat existe',
  blocks: [
    paragraph(
      `Un contrat naît lorsque votre entreprise accepte par écrit, e-mail compris, une offre écrite de notre part. ${offer.fixes} En cas de contradiction, elle l’emporte sur ces conditions.`,
    ),
  ],
};

const delivery: LegalSection = {
  id: 'delai',
  heading: 'Les 48\u00a0heures',
  blocks: [
    paragraph(
      'Le délai de 48\u00a0heures vaut pour la mise en place annoncée dans l’offre. Il commence quand tout ceci est réuni\u202f:',
    ),
    list(...offer.starts.map((one, i) => one + (i < offer.starts.length - 1 ? '\u202f;' : '.'))),
    paragraph(
      `${offer.confirmed} ${offer.notCounted} Une demande nouvelle en cours de route fait l’objet d’un délai à part.`,
    ),
    paragraph(
      `L’audit express, les corrections demandées après livraison et les travaux hors de l’offre ne sont pas compris dans ces 48\u00a0heures. ${offer.late}`,
    ),
  ],
};

const liability: LegalSection = {
  id: 'responsabilite',
  heading: 'Responsabilité',
  blocks: [
    list(
      'Nous travaillons avec soin. Nous ne garantissons pas un résultat commercial.',
      'Nous répondons sans limite du dommage causé intentionnellement ou par une négligence grave (art.\u00a0100\u00a0CO). Pour la négligence légère, notre responsabilité est exclue dans la mesure où la loi l’admet.',
      'Nous ne répondons pas des services de tiers que vous ouvrez depuis ce site, ni du contenu des pages vers lesquelles il renvoie.',
      'Le site est proposé tel qu’il est. Il peut être interrompu pour l’entretien ou par une panne.',
    ),
    paragraph(
      'Force majeure\u202f: tant qu’un événement imprévisible et hors de notre portée nous empêche d’agir (panne générale du réseau ou de l’électricité, catastrophe naturelle, mesure d’une autorité), les délais sont suspendus. Nous vous en avertissons dès que possible.',
    ),
  ],
};
