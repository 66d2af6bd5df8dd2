import { expect, it } from 'vitest';
import { agency } from '../business.ts';
import { isPlaceholder } from '../facts/fact.ts';
import { runs, type Text } from '../legal/document.ts';
import { termsConditions } from '../legal/terms-conditions.ts';
import { offer } from '../offer.ts';
import { serviceWords } from './accompagnement.ts';
import { questions } from './questions.ts';

const textOf = (text: Text) =>
  runs(text)
    .map((run) => (typeof run === 'string' ? run : run.text))
    .join('');
const sections = new Map(
  termsConditions(agency).sections.map(({ id, blocks }) => [
    id,
    blocks
      .flatMap((block) =>
        block.type === 'list' ? block.items : block.type === 'paragraph' ? [block.text] : [],
      )
      .map(textOf)
      .join(' '),
  ]),
);

it.each(questions.list)('$question is answered out of the conditions', ({ section }) =>
  expect(sections.has(section)).toBe(true),
);

it.each<readonly [string, string]>([
  ['audit', offer.free],
  ['contrat', offer.fixes],
  ...offer.starts.map((start) => ['delai', start] as const),
  ['delai', offer.confirmed],
  ['delai', offer.notCounted],
  ['delai', offer.late],
  ['propriete', offer.ownership],
])('the section %s binds us to what is said on /sales: %s', (id, words) => {
  expect(sections.get(id)).toContain(words);
  expect(questions.list.some(({ answer }) => answer.toLowerCase().includes(words.toLowerCase()))).toBe(true);
});

it('who writes the texts is said alike by the service and by the conditions', () => {
  expect(serviceWords['developpement-web'].contents[0]).toMatch(/^Les textes, écrits avec vos indications/);
  expect(offer.starts.join()).toContain('vos indications pour les textes, que nous écrivons');
});

it('without a price of the owner’s, says how one is made, in words that doctor asks to confirm and no figure', () => {
  const [{ answer }] = questions.list;
  for (const [name, words] of Object.entries(offer.price)) {
    expect(answer).toContain(words);
    expect(isPlaceholder(`offer.price.${name}`)).toBe(true);
  }
  expect(answer).toContain('Pendant l’appel, nous vous disons');
  expect(answer).not.toMatch(/CHF|francs|\d{3}/);
});
