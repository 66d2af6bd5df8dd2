import { describe, expect, it } from 'vitest';
import { likelyDomain } from './email-slips.ts';

describe('a likely slip', () => {
  it.each([
    ['anne@gmial.com', 'gmail.com'],
    ['anne@gmail.con', 'gmail.com'],
    ['anne@gmai.com', 'gmail.com'],
    ['anne@gmaill.com', 'gmail.com'],
    ['anne@gmail', 'gmail.com'],
    ['anne@hotmial', 'hotmail.com'],
    ['anne@hotmial.com', 'hotmail.com'],
    ['anne@hotmial.ch', 'hotmail.ch'],
    ['Anne@Outlok.com', 'outlook.com'],
    ['anne@bluewin.c', 'bluewin.ch'],
    ['anne@bluewin.hc', 'bluewin.ch'],
    ['anne@menuiserie-favre.con', 'menuiserie-favre.com'],
    ['anne@menuiserie-favre.c', 'menuiserie-favre.ch'],
  ])('%s: probably %s', (email, domain) => expect(likelyDomain(email)).toBe(domain));

  it.each([
    'anne@gmail.com',
    'anne@ymail.com',
    'anne@mail.com',
    'anne@email.com',
    'anne@hotmail.de',
    'anne@yahoo.ca',
    'anne@gmx.at',
    'anne@gms.ch',
    'anne@menuiserie-favre.ch',
    'anne@exemple.co',
    'anne@exemple.cm',
    'anne@exemple',
    'anne@',
    'anne',
    '',
  ])('%j is left alone', (email) => expect(likelyDomain(email)).toBeUndefined());
});
