import { expect, it } from 'vitest';
import { services } from '../services.ts';
import { serviceWords } from './accompagnement.ts';

it.each(services)('names $name in the message that asks for it', ({ id, name }) => {
  expect(serviceWords[id].chatText).toContain(name);
});

it('asks for a quote, and for suggestions where the service is a choice of tools', () => {
  expect(services.map(({ id }) => serviceWords[id].button)).toEqual([
    'Demander un devis',
    'Demander un devis',
    'Voir nos suggestions',
  ]);
});
