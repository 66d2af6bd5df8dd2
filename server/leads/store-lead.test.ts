import { expect, test } from 'vitest';
import type { Lead } from '#domain/lead.ts';
import { FIELD_NAMES } from '#domain/lead-fields.ts';
import { storePostedForm } from './store-lead.ts';

const posted: Lead = {
  id: 'first',
  name: 'Zoé Müller',
  email: 'zoe@example.ch',
  userId: 'usr_1',
  url: 'https://exemple.ch/sales',
  status: 'Cold',
};
const ids = ['first', 'second'];

/** Posts the form where such a lead stands under its first id. */
function post(stored: Lead) {
  const there = new Map([[stored.id, stored]]);
  const deps = {
    reader: {
      byId: async (id: string) => ({ ...(there.get(id) ?? stored), createdAt: 1 }),
      isHeld: async () => false,
    },
    writer: {
      insert: async ({ id }: Lead) => (there.has(id) ? ('conflict' as const) : ('created' as const)),
      probe: async () => {},
    },
    now: () => 5,
    wake: () => {},
  };
  return storePostedForm(deps, posted, (nth) => ids[nth] ?? '');
}

test('whoever posts the same form again has the lead that stands, whatever the session and the e-mail’s case', async () => {
  expect(await post({ ...posted, userId: 'usr_2', email: 'ZOE@Example.ch' })).toEqual({
    id: 'first',
    created: false,
    at: 1,
  });
});

test.each(FIELD_NAMES.filter((field) => field !== 'userId'))(
  'a form that says something else in its %s is another lead',
  async (field) => {
    expect(await post({ ...posted, [field]: 'x' })).toEqual({ id: 'second', created: true, at: 5 });
  },
);
