import { expect, it } from 'vitest';
import { readPhone } from './phone.ts';

it.each([
  ['premium, Swiss', '0901 123 123'],
  ['premium, Swiss, with its country code', '+41 900 123 456'],
  ['premium, French', '+33 899 12 34 56'],
  ['premium, American', '+1 900 234 5678'],
  ['premium, of no country', '+979 123 456 789'],
  ['shared cost, Swiss', '0840 123 456'],
  ['shared cost, German', '+49 180 5 123456'],
  ['shared cost, of no country', '+808 1234 5678'],
  ['personal, at a price of its holder’s', '+44 70 1234 5678'],
  ['satellite, Iridium', '+881 612 345 678'],
  ['satellite, Inmarsat', '+870 773 123 456'],
  ['a pager, Swiss', '074 012 34 56'],
  ['a network of no country', '+883 5100 1234 5678'],
])('%s (%s) is not called', (_what, typed) => {
  expect(readPhone(typed)).toEqual({ fault: 'costly' });
});

it.each([
  ['a fixed line', '021 555 01 48', '+41215550148'],
  ['a mobile', '079 123 45 67', '+41791234567'],
  ['a company’s number, for all its places', '058 123 45 67', '+41581234567'],
  ['a free number', '0800 123 456', '+41800123456'],
  ['over the Internet, French', '+33 9 72 12 34 56', '+33972123456'],
  ['fixed or mobile, American', '+1 212 555 1234', '+12125551234'],
])('%s (%s) is', (_what, typed, phone) => {
  expect(readPhone(typed)).toEqual({ phone });
});

it.each([
  ['\u202a+41 79 123 45 67\u202c', '+41791234567'],
  ['079\u202f123\u202f45\u202f67', '+41791234567'],
  ['079\u2007123\u300045\u200767', '+41791234567'],
  ['(+41) 79 123 45 67', '+41791234567'],
  ['(0041) 79 123 45 67', '+41791234567'],
  ['+41 (0)79 123 45 67', '+41791234567'],
  ['079 123 45 67,', '+41791234567'],
  ['079 123 45 67.', '+41791234567'],
  ['021/821’51’08', '+41218215108'],
  ["079'123'45'67", '+41791234567'],
  ['Tél. 079 123 45 67', '+41791234567'],
  ['Téléphone\u00a0: 079 123 45 67', '+41791234567'],
  ['\uff0b41 79 123 45 67', '+41791234567'],
  ['tel:+41-79-123-45-67', '+41791234567'],
  ['tel:0791234567', '+41791234567'],
  ['\uff10\uff17\uff19 123 45 67', '+41791234567'],
  ['(+33) 6 12 34 56 78', '+33612345678'],
  ['079 12 34 567', '+41791234567'],
])('%j, as it is pasted, is %s', (typed, phone) => expect(readPhone(typed)).toEqual({ phone }));

it.each([
  ['06 12 34 56 78', '+41612345678', '+33612345678'],
  ['06.12.34.56.78', '+41612345678', '+33612345678'],
  ['06\u00a012\u00a034\u00a056\u00a078', '+41612345678', '+33612345678'],
  ['07 61 23 45 67', '+41761234567', '+33761234567'],
])('%s may be Swiss or French, which is asked', (typed, ...perhaps) =>
  expect(readPhone(typed)).toEqual({ perhaps }),
);

it.each(['12', '117', '+999 21 555 01 48', '021 555 01 48 poste 3'])('%s is no number', (typed) => {
  expect(readPhone(typed)).toEqual({ fault: 'no-such-number' });
});
