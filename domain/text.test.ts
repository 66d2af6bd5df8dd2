import { expect, it } from 'vitest';
import { isBlank, unbrokenAddress, unbrokenPhone, unbrokenWords } from './text.ts';

it('breaks no line in « e-mail », and changes no address', () => {
  expect(unbrokenWords('Votre e-mail. Nos e-mails, l’e-mail, E-mail')).toBe(
    'Votre e\u2011mail. Nos e\u2011mails, l’e\u2011mail, E\u2011mail',
  );
  for (const same of ['anne@e-mail.ch', 'https://x.ch/e-mail/1', 'e-mail@x.ch', 'e-mail.ch', 'the-mail'])
    expect(unbrokenWords(same)).toBe(same);
});

it('« nous-mêmes » is not broken either', () => {
  expect(unbrokenWords('ce que nous employons nous-mêmes, vous-même')).toBe(
    'ce que nous employons nous\u2011mêmes, vous\u2011même',
  );
});

it('keeps a postcode with its town, and leaves the rest to break', () => {
  expect(unbrokenAddress('Rue Saint-Laurent 7, 1003 Lausanne')).toBe(
    'Rue Saint-Laurent 7, 1003\u00a0Lausanne',
  );
});

it('keeps a phone number on one line', () => {
  expect(unbrokenPhone('+41 25 555 02 71')).toBe('+41\u00a025\u00a0555\u00a002\u00a071');
});

it('sees nothing in spaces and zero-width characters, and something in any letter or sign', () => {
  for (const blank of ['', ' ', '\u00a0', '\u200b', '\u200d\ufeff \u2060', '\u00ad'])
    expect(isBlank(blank)).toBe(true);
  for (const seen of ['Zoé', '李', '-', '\u200bA', '👩\u200d💼']) expect(isBlank(seen)).toBe(false);
});
