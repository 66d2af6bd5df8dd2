import { expect, it } from 'vitest';
import { leadId } from './lead-id.ts';

const content = {
  userId: 'usr_mabc123zzzzzz',
  name: 'Claire Rochat',
  email: 'claire@exemple.ch',
  url: 'https://exemple.ch/sales?de=test',
};

it('stays what it was: pending_leads of older pages hold it, and the database', async () => {
  expect(await leadId(content)).toBe('e08c3b04-ea6f-824a-b85a-f4622d7e2a7e');
});

it.each(Object.keys(content))('differs with the %s', async (field) => {
  expect(await leadId({ ...content, [field]: 'x' })).not.toBe(await leadId(content));
});
