import { expect, it } from 'vitest';
import { clsText, daysText, inGuillemets, lcpText, seconds, ttfbText, weightText } from './audit-figures.ts';

/** With plain spaces. */
const plain = (text: string) => text.replaceAll(/\s/gu, ' ');

it.each([
  [lcpText(2_500), '2,5 s'],
  [lcpText(2_501), '2,51 s'],
  [lcpText(2_549), '2,55 s'],
  [lcpText(2_551), '2,6 s'],
  [lcpText(3_999), '4,0 s'],
  [lcpText(4_001), '4,01 s'],
  [ttfbText(801), '0,801 s'],
  [ttfbText(806), '0,81 s'],
  [ttfbText(1_801), '1,81 s'],
  [clsText(0.1), '0,10'],
  [clsText(0.101), '0,101'],
  [clsText(0.251), '0,251'],
  [weightText(2_000_000), '2,0 Mo'],
  [weightText(2_000_001), '2,01 Mo'],
  [weightText(4_049_000), '4,05 Mo'],
])('a value past its bar is not rounded to it: %s', (text, expected) => {
  expect(plain(text)).toBe(expected);
});

it.each([
  [seconds(0), '0 s'],
  [seconds(0.2), '1 ms'],
  [seconds(40), '40 ms'],
  [seconds(420), '0,42 s'],
  [seconds(996), '1,0 s'],
  [clsText(0), '0'],
  [clsText(0.004), 'moins de 0,01'],
  [weightText(0), '0 octet'],
  [weightText(471), '471 octets'],
  [weightText(1_000), '1 ko'],
  [daysText(0.4), 'moins d’un jour'],
  [daysText(1.9), '1 jour'],
])('a small value is not rounded to nothing: %s', (text, expected) => {
  expect(plain(text)).toBe(expected);
});

it('cuts a foreign text between letters, not within one', () => {
  expect(inGuillemets('a🙂b', 2)).toBe('«\u202fa🙂…\u202f»');
});
