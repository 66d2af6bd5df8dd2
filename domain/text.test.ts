import { expect, it } from 'vitest';
import { cleanText, isBlank, unbrokenAddress, unbrokenPhone, unbrokenWords, withoutEnd } from './text.ts';

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

it('takes off what nobody sees, anywhere, and blanks of any kind at the ends', () => {
  for (const typed of [
    '\u200bAnne Dupré',
    '\u202aAnne Dupré\u202c',
    'Anne\u202e Dup\u00adré\u2069',
    '\u00a0\u202f\u3000\ufeffAnne Dupré\u2028\t\r\n\u0085\u2800',
    '\u3164Anne\u115f\u1160 Dupré\uffa0',
    'Anne \u{e0041}\u{e007f}Dupré\u200d',
  ])
    expect(cleanText(typed)).toBe('Anne Dupré');
  for (const kept of ['می\u200cخواهم', '👩\u200d💼', '❤\ufe0f', 'Anne  Dupré', 'n\u0301', '\u0600١'])
    expect(cleanText(kept)).toBe(kept);
});

it('a long run of blanks takes no longer than it is', () => {
  const text = `a${' '.repeat(300_000)}b`;
  expect(cleanText(` ${text} `)).toBe(text);
});

it('sees nothing in spaces and zero-width characters, and something in any letter or sign', () => {
  for (const blank of [
    '',
    ' ',
    '\u00a0',
    '\u200b',
    '\u200d\ufeff \u2060',
    '\u00ad',
    '\u3164',
    '\u115f\u1160\uffa0',
  ])
    expect(isBlank(blank)).toBe(true);
  for (const seen of ['Zoé', '李', '-', '\u200bA', '👩\u200d💼']) expect(isBlank(seen)).toBe(false);
});

it('what stands at the end is taken away by looking at the end alone', () => {
  let looked = 0;
  const sign = {
    test(one: string) {
      looked += 1;
      return /[^\p{L}]/u.test(one);
    },
  };
  expect(withoutEnd('anne\u{1f389}…!', sign)).toBe('anne');
  expect(withoutEnd('\u{20000}.', sign)).toBe('\u{20000}');
  expect(withoutEnd('...', sign)).toBe('');
  const runThatEndsElsewhere = `${'.'.repeat(60_000)}a`;
  looked = 0;
  expect(withoutEnd(runThatEndsElsewhere, sign)).toBe(runThatEndsElsewhere);
  expect(looked).toBe(1);
});
