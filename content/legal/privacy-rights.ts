import type { Identity } from '../identity.ts';
import { definitions, type LegalSection, link, list, mail, paragraph } from './document.ts';
import { postalAddress } from './identity-block.ts';
import { commissioner } from './law.ts';

/** What the visitor may ask, how, and to whom to complain (LPD art. 25, 28, 30, 32 and 49). */
export function rightsSection(who: Identity): LegalSection {
  return {
    id: 'droits',
    heading: 'Vos droits',
    blocks: [
      definitions(
        {
          term: 'Accès (art.\u00a025\u00a0LPD)',
          description:
            'Savoir si nous traitons des données sur vous, lesquelles, pourquoi et combien de temps.',
        },
        {
          term: 'Remise ou transmission (art.\u00a028\u00a0LPD)',
          description:
            'Recevoir, dans un format électronique courant, les données que vous nous avez remises et que nous traitons de manière automatisée avec votre consentement ou en lien avec un contrat.',
        },
        { term: 'Rectification (art.\u00a032\u00a0LPD)', description: 'Faire corriger une donnée inexacte.' },
        {
          term: 'Effacement et opposition (art.\u00a030 et 32\u00a0LPD)',
          description:
            'Faire effacer vos données, ou nous demander de cesser de les traiter ou de les communiquer. Seuls un motif légal ou un intérêt prépondérant, que nous vous expliquerions, pourraient s’y opposer.',
        },
        {
          term: 'Retrait du consentement',
          description: 'Retirer à tout moment un consentement donné, pour l’avenir.',
        },
      ),
      paragraph([
        'Pour exercer un droit, écrivez à ',
        mail(who.email),
        ` ou à ${who.legalName}, ${postalAddress(who)}. Indiquez l’adresse e-mail utilisée dans le formulaire. Si un doute existe sur votre identité, nous vous demandons de la confirmer, sans exiger plus que nécessaire. La page `,
        link('Protection des données', '/data-protection'),
        ' décrit la démarche pas à pas.',
      ]),
      list(
        'Nous répondons dans les 30\u00a0jours. S’il nous faut plus de temps, nous vous l’annonçons dans ce délai, avec la date de notre réponse.',
        'La réponse est gratuite, sauf les exceptions prévues par le droit fédéral, que nous vous annoncerions d’avance.',
        'Un refus ou une restriction est motivé.',
      ),
      paragraph([
        `Vous pouvez aussi vous adresser à l’autorité de surveillance\u202f: ${commissioner.name}, ${commissioner.address}, `,
        commissioner.site,
        '. Vous pouvez enfin saisir le juge civil.',
      ]),
    ],
  };
}
