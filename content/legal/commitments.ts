import type { Identity } from '../identity.ts';
import { type LegalDocument, link, list, mail, paragraph, phoneLink } from './document.ts';
import { law } from './law.ts';

/**
 * What the caterer promises. Every sentence is a promise that the house can keep or break by itself:
 * no label, no partner and no figure.
 */
export const commitments = (who: Identity): LegalDocument => ({
  slug: 'nos-engagements',
  title: 'Nos engagements',
  description: `Cuisine, produits, provenance des viandes, allergènes, accueil, déchets, données\u202f: ce à quoi ${who.brand} s’engage.`,
  updated: '2026-11-21',
  intro:
    'Une table se juge sur ce qu’elle sert, pas sur ce qu’elle promet. Voici tout de même nos promesses, écrites pour que vous puissiez nous les rappeler.',
  sections: [
    {
      id: 'cuisine',
      heading: 'La cuisine',
      blocks: [
        paragraph(
          'Notre cuisine est orientale. Nous la voulons généreuse, patiente et franche\u202f: des épices que l’on reconnaît, des cuissons qui prennent leur temps.',
        ),
        list(
          'Nous goûtons avant de servir.',
          'Nous disons ce qui est préparé par nous et ce qui ne l’est pas, à qui le demande.',
          'Quand un plat n’est plus à la hauteur, nous préférons le retirer de la carte du jour.',
        ),
      ],
    },
    {
      id: 'produits',
      heading: 'Les produits et leur provenance',
      blocks: [
        paragraph([
          'La provenance se dit, elle ne se devine pas. Selon l’',
          law.odalous,
          ' et l’ordonnance du DFI concernant l’information sur les denrées alimentaires (OIDAl, RS\u00a0817.022.16)\u202f:',
        ]),
        list(
          'la provenance de nos viandes et de nos poissons est indiquée par écrit, sur la carte ou sur un écriteau, dans chaque point de vente et dans nos offres de traiteur\u202f;',
          'le pays de production du pain est indiqué de la même façon\u202f;',
          'une viande issue d’un mode de production interdit en Suisse, si nous devions en servir, porterait la mention que la loi exige\u202f;',
          'si un produit manque et qu’un autre le remplace, nous l’annonçons.',
        ),
        paragraph('À qualité égale, nous choisissons le plus proche et ce que donne la saison.'),
      ],
    },
    {
      id: 'allergenes',
      heading: 'Les allergènes',
      blocks: [
        paragraph(
          'Sésame, fruits à coque, gluten, lait, œufs\u202f: la cuisine orientale en emploie volontiers. Dites-nous ce que vous ne supportez pas, avant de commander.',
        ),
        list(
          'Pour chaque plat, nous savons quels ingrédients peuvent provoquer une allergie ou une autre réaction indésirable, et nous vous le disons. Un écriteau le rappelle sur place.',
          'Une personne informée répond à vos questions pendant toutes les heures d’ouverture. Si elle a un doute, elle vérifie plutôt que de supposer.',
          'Pour un buffet, nous vous remettons cette information par écrit si vous le souhaitez.',
          'Nos plats partagent une cuisine\u202f: nous ne pouvons pas exclure toute trace. Nous le disons franchement à qui souffre d’une allergie grave.',
        ),
      ],
    },
    {
      id: 'accueil',
      heading: 'L’accueil',
      blocks: [
        list(
          'Chacune et chacun est reçu avec le même égard, qu’il vienne pour un thé ou pour un banquet.',
          'Une offre de traiteur est écrite, complète et claire sur son prix. Rien ne s’y ajoute sans votre accord.',
          'Une réclamation reçoit une réponse de la maison, pas un silence.',
        ),
      ],
    },
    {
      id: 'dechets',
      heading: 'Les restes et les déchets',
      blocks: [
        list(
          'Pour un buffet, nous vous aidons à estimer les quantités, afin qu’il reste peu.',
          'Ce qui peut encore être mangé sans risque, vous pouvez l’emporter.',
          'Nous trions ce qui peut l’être et employons des contenants réutilisables là où le lieu le permet.',
        ),
      ],
    },
    {
      id: 'donnees',
      heading: 'Vos données',
      blocks: [
        paragraph([
          'Nous ne vous suivons pas. Pas de cookie, pas de publicité, pas de formulaire sur nos pages. Le reste tient dans notre ',
          link('politique de données', '/politique-de-donnees'),
          '.',
        ]),
      ],
    },
    {
      id: 'parole',
      heading: 'Si nous ne tenons pas parole',
      blocks: [
        paragraph([
          'Dites-le-nous, sur place, au ',
          phoneLink(who.phone),
          ' ou à ',
          mail(who.email),
          '. Nous écoutons, nous répondons, nous réparons ce qui peut l’être.',
        ]),
      ],
    },
  ],
});
