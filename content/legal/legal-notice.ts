import type { AgencyIdentity, Identity } from '../identity.ts';
import { type LegalDocument, type LegalSection, link, list, mail, paragraph, type Text } from './document.ts';
import { identityBlock } from './identity-block.ts';
import { law } from './law.ts';

/** The caterer's legal notice. */
export const catererLegalNotice = (who: Identity): LegalDocument => ({
  slug: 'mentions-legales',
  title: 'Mentions légales',
  description: `${who.brand}\u202f: qui édite ces pages, comment nous joindre, qui les héberge, et ce qui vaut pour leur contenu.`,
  updated: '2026-11-21',
  intro: intro(who),
  sections: [
    ...publisher(who),
    {
      id: 'propriete',
      heading: 'Propriété intellectuelle',
      blocks: [
        paragraph(
          'Les textes, les dessins, les motifs et le code de ces pages sont protégés par le droit d’auteur. Les illustrations ont été dessinées pour ce site. Leur reprise demande un accord écrit\u202f; une citation qui nomme sa source reste permise.',
        ),
        fonts,
      ],
    },
    {
      id: 'responsabilite',
      heading: 'Responsabilité',
      blocks: [
        list(
          'Nous tenons ces pages à jour avec soin. Les horaires peuvent changer un jour férié ou en cas d’imprévu\u202f: un appel avant de venir évite un déplacement.',
          'Les indications «\u202fOuvert\u202f» et «\u202fFermé\u202f» sont calculées d’après les horaires publiés, à l’heure suisse.',
          'Les plats et les prix valables sont ceux affichés sur place ou confirmés dans une offre écrite.',
        ),
        otherSites,
      ],
    },
    dataAndLaw(who, [
      'Le traitement des données est décrit dans la ',
      link('politique de données', '/politique-de-donnees'),
      '.',
    ]),
  ],
});

/** The agency's legal notice. */
export const agencyLegalNotice = (who: AgencyIdentity): LegalDocument => ({
  slug: 'mentions-legales-agence',
  title: 'Mentions légales de l’agence',
  description: `${who.brand}\u202f: qui édite ces pages, comment nous joindre, qui les héberge, et ce qui vaut pour leur contenu.`,
  updated: '2026-11-21',
  intro: intro(who),
  sections: [
    ...publisher(who),
    {
      id: 'propriete',
      heading: 'Propriété intellectuelle',
      blocks: [
        paragraph([
          'Les règles de reprise figurent dans les ',
          link('conditions générales', '/terms-conditions#propriete'),
          '. Les films et les images de comparaison montrent une entreprise fictive\u202f: voir l’',
          link('avertissement sur les résultats', '/earnings-disclaimer#demonstrations'),
          '.',
        ]),
        fonts,
      ],
    },
    { id: 'responsabilite', heading: 'Responsabilité', blocks: [otherSites] },
    dataAndLaw(who, [
      'Le traitement des données est décrit dans la ',
      link('politique de confidentialité', '/privacy-policy'),
      '.',
    ]),
  ],
});

const intro = (who: Identity): Text => [
  `${who.brand} édite ces pages. Voici qui en répond, comme le demande la `,
  law.lcd,
  ' à son art.\u00a03, al.\u00a01, let.\u00a0s.',
];

const publisher = (who: Identity): readonly LegalSection[] => [
  { id: 'editeur', heading: 'Éditeur', blocks: [identityBlock(who)] },
  {
    id: 'responsable',
    heading: 'Responsable du contenu',
    blocks: [
      paragraph([
        `${who.representative}, pour ${who.legalName}. Une erreur, une remarque\u202f? Écrivez à `,
        mail(who.email),
        '.',
      ]),
    ],
  },
  {
    id: 'hebergement',
    heading: 'Hébergement',
    blocks: [paragraph(`${who.hosting.name}, ${who.hosting.city}, ${who.hosting.country}.`)],
  },
];

const fonts = paragraph(
  'Les polices de caractères sont publiées sous la licence libre SIL Open Font License et servies par ce site.',
);

const otherSites = paragraph(
  'Les liens vers d’autres sites s’ouvrent à votre demande. Nous ne maîtrisons pas leur contenu et n’en répondons pas. Signalez-nous un lien qui pose problème\u202f: nous le retirons s’il y a lieu.',
);

const dataAndLaw = (who: Identity, data: Text): LegalSection => ({
  id: 'droit',
  heading: 'Données et droit applicable',
  blocks: [
    paragraph(data),
    paragraph(
      `Le droit suisse s’applique. Le for est à ${who.city}\u202f; les fors impératifs du droit fédéral sont réservés.`,
    ),
  ],
});
