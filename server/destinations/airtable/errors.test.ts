import { expect, test } from 'vitest';
import { concernsEveryLead, concernsEveryRequest, readError } from './errors.ts';

const read = (body: unknown, status = 422) =>
  readError(status, 'Some Text', typeof body === 'string' ? body : JSON.stringify(body));

test('every shape of the provider is read', () => {
  expect(read({ error: { type: 'UNKNOWN_FIELD_NAME', message: 'Unknown field' } })).toEqual({
    status: 422,
    type: 'UNKNOWN_FIELD_NAME',
    message: 'Unknown field',
  });
  expect(read({ error: 'NOT_FOUND' }, 404)).toEqual({
    status: 404,
    type: 'NOT_FOUND',
    message: 'HTTP 404: Some Text',
  });
  expect(read({ errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Slower' }] }, 429)).toEqual({
    status: 429,
    type: 'RATE_LIMIT_REACHED',
    message: 'Slower',
  });
});

test.each(['', '<html>', '[]', 'null', '{}', '{"error":{}}', '{"errors":[]}', '{"error":{"message":3}}'])(
  'a body of %j gives status and status text',
  (body) => expect(read(body, 502)).toEqual({ status: 502, message: 'HTTP 502: Some Text' }),
);

test('text that is not a bare code never passes for a type, since the log repeats types', () => {
  expect(read({ error: { type: 'ada@example.ch', message: 'm' } }).type).toBeUndefined();
  expect(read({ error: 'Ada Lovelace' }).type).toBeUndefined();
});

test('a long message is cut', () => {
  expect(read({ error: { type: 'X_Y', message: 'm'.repeat(9_999) } }).message).toHaveLength(500);
});

test('a message holds nothing that a database cannot', () => {
  expect(read({ error: { type: 'X_Y', message: 'a\0b' } }).message).toBe('a\ufffdb');
});

test('what concerns the table or the token is told from what concerns one lead', () => {
  for (const status of [401, 403, 404]) expect(concernsEveryLead({ status, message: '' })).toBe(true);
  expect(concernsEveryLead({ status: 422, type: 'UNKNOWN_FIELD_NAME', message: '' })).toBe(true);
  expect(concernsEveryLead({ status: 422, type: 'INVALID_VALUE_FOR_COLUMN', message: '' })).toBe(false);
});

test('of a search, only what is wrong with the token or the account concerns everything', () => {
  const refused = (status: number) => concernsEveryRequest({ status, message: '' });
  expect([401, 402, 403, 404, 422].filter(refused)).toEqual([401, 402]);
});
