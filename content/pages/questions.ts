import { offer } from '../offer.ts';
import { price } from '../references.ts';
import { serviceWords } from './accompagnement.ts';

/** What an owner asks before deciding. Each answer follows from the section of the general conditions that it names. */
export const questions = {
  title: 'Six questions avant de vous décider',
  /** Before the heading of a section of the general conditions. */
  terms: 'Conditions\u202f:',
  list: [
    {
      question: 'Combien cela coûte-t-il\u202f?',
      answer: `${price ?? 'Le prix dépend de votre site'}. Après l’appel, vous recevez une offre écrite. ${offer.fixes} ${offer.free}`,
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
      answer: `À votre entreprise. ${offer.rights} ${offer.brought}`,
      section: 'propriete',
    },
  ],
} as const;

/** Parts of a list as one sentence: « Un, deux\u202f; trois. » */
function sentence(parts: readonly string[]): string {
  const [first = '', ...rest] = parts;
  return `${[first, ...rest.map((part) => part.charAt(0).toLowerCase() + part.slice(1))].join('\u202f; ')}.`;
}
