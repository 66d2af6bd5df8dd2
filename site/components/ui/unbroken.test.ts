import { expect, it } from 'vitest';
import { unbrokenAddress, unbrokenPhone } from './unbroken.ts';

it('keeps a postcode with its town, and leaves the rest to break', () => {
  expect(unbrokenAddress('Rue Saint-Laurent 7, 1003 Lausanne')).toBe(
    'Rue Saint-Laurent 7, 1003\u00a0Lausanne',
  );
});

it('keeps a phone number on one line', () => {
  expect(unbrokenPhone('+41 25 555 02 71')).toBe('+41\u00a025\u00a0555\u00a002\u00a071');
});
