import { lowerFirst } from '#domain/text.ts';
import { offer } from '../offer.ts';
import { price } from '../references.ts';
import { serviceWords } from './accompagnement.ts';

const { raises, lowers, example } = offer.price;
const priceMade = `Le prix est fixé d’avance, d’après ce qu’il y a à faire. Ce qui l’élève\u202f: ${raises}. Ce qui l’abaisse\u202f: ${lowers}. Exemple\u202f: ${example}`;

/** What an owner asks before deciding. Each answer follows from the section of the general conditions that it names. */
export const questions = {
  title: 'Six questions avant de vous décider',
  /** Before the heading of a section of the general conditions. */
  terms: 'Conditions\u202f:',
  list: [
    {
      question: 'Combien cela coûte-t-il\u202f?',
      answer: `${price ?? priceMade}. Pendant l’appel, nous vous disons ce que cela donne pour votre site\u202f; ensuite, vous recevez une offre écrite. ${offer.fixes} ${offer.free}`,
      section: 'contrat',
    },
    {
      question: 'Que comprend le site\u202f?',
      answer: sentence(serviceWords['developpement-web'].contents),
      section: 'contrat',
    },
    {
      question: 'Quand commencent les 48\u00a0heures\u202f?',
      answer: `Quand tout ceci est réuni\u202f: ${sentence(offer.starts)} ${offer.confirmed}`,
      section: 'delai',
    },
    { question: 'Le week-end compte-t-il\u202f?', answer: `Non. ${offer.notCounted}`, section: 'delai' },
    { question: 'Et si vous ne tenez pas le délai\u202f?', answer: offer.late, section: 'delai' },
    {
      question: 'À qui appartient le site\u202f?',
      answer: offer.ownership,
      section: 'propriete',
    },
  ],
} as const;

/** Parts of a list as one sentence: « Un, deux\u202f; trois. » */
function sentence(parts: readonly string[]): string {
  const [first = '', ...rest] = parts;
  return `${[first, ...rest.map(lowerFirst)].join('\u202f; ')}.`;
}
