import type { AgencyIdentity } from '../identity.ts';
import { definitions, type LegalDocument, link, list, mail, paragraph, table } from './document.ts';
import { frenchDate } from './french-date.ts';
import { law } from './law.ts';

/** Dates and sources the figures of `/sales`, so that they do not mislead (LCD art. 3, al. 1, let. b). */
export const earningsDisclaimer = (who: AgencyIdentity): LegalDocument => ({
  slug: 'earnings-disclaimer',
  title: 'Avertissement sur les résultats',
  description:
    'Ce que disent nos trois chiffres, à quelle date et selon quelle source\u202f; ce qu’ils ne promettent pas\u202f; ce qui est une démonstration.',
  updated: '2026-11-21',
  intro: [
    'Un chiffre sans date ni source ne vaut rien. Voici les nôtres, et leurs limites. La ',
    law.lcd,
    ' interdit à son art.\u00a03, al.\u00a01, let.\u00a0b, les indications inexactes ou fallacieuses\u202f; cette page nous y tient.',
  ],
  sections: [
    {
      id: 'chiffres',
      heading: 'Les trois chiffres du site',
      blocks: [
        table(
          `État au ${frenchDate(who.claims.countedOn)}`,
          ['Chiffre', 'Ce qui est compté', 'Ce qu’il ne dit pas'],
          [
            '+500 pages web créées',
            who.claims.pages,
            'Ni le nombre de clients, ni le succès de chaque page.',
          ],
          [
            '+2 Millions générés en ligne',
            who.claims.revenue,
            'Ni un bénéfice, ni une moyenne par client, ni ce que votre site rapportera. Nos pages n’en sont pas la seule cause.',
          ],
          [
            '+8 ans de développement web',
            who.claims.years,
            'Ni une durée de garantie, ni l’âge de chaque méthode employée.',
          ],
        ),
        definitions(
          { term: 'Date du relevé', description: frenchDate(who.claims.countedOn) },
          { term: 'Où se trouvent les preuves', description: who.claims.evidence },
        ),
        paragraph([
          'Le signe «\u202f+\u202f» veut dire «\u202fplus de\u202f». Les chiffres sont cumulés et portent sur le passé. Nous les relevons à nouveau quand ils changent et corrigeons la date. Un doute sur l’un d’eux\u202f? Écrivez à ',
          mail(who.email),
          '\u202f: nous vous indiquons la source, dans le respect du secret dû à nos clients. Un juge peut nous demander la preuve de ce que nous affirmons (art.\u00a013a\u00a0LCD).',
        ]),
      ],
    },
    {
      id: 'garantie',
      heading: 'Aucune garantie de résultat',
      blocks: [
        paragraph(
          'Nous ne promettons ni chiffre d’affaires, ni nombre de clients, ni rang dans un moteur de recherche. «\u202fMachine de vente\u202f» décrit un but\u202f: un site construit pour conduire le visiteur à une action. Les résultats passés ne préjugent pas des vôtres. Rien sur ce site n’est un conseil financier, fiscal ou juridique.',
        ),
      ],
    },
    {
      id: 'facteurs',
      heading: 'De quoi dépendent vos résultats',
      blocks: [
        list(
          'de votre offre, de son prix et de sa marge\u202f;',
          'de votre marché, de la saison et de la concurrence\u202f;',
          'du nombre de visiteurs et de leur provenance\u202f;',
          'du temps et du budget que vous consacrez à la publicité et au suivi\u202f;',
          'de la rapidité avec laquelle votre équipe répond aux demandes\u202f;',
          'de la qualité des images et des indications que vous fournissez.',
        ),
      ],
    },
    {
      id: 'demonstrations',
      heading: 'Ce qui est une démonstration',
      blocks: [
        paragraph(
          'La comparaison «\u202favant / après\u202f» et les films réalisés pour ce site montrent une entreprise fictive. Ses pages ont été construites exprès\u202f: l’ancienne comme la nouvelle. Elles illustrent une manière de travailler et ne prouvent aucun résultat obtenu pour un client.',
        ),
        paragraph([
          'Les «\u202f48h\u202f» désignent un délai de livraison. Son départ et ses conditions figurent dans les ',
          link('conditions générales', '/terms-conditions#delai'),
          '.',
        ]),
      ],
    },
  ],
});
