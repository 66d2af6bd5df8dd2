import { describe, expect, it } from 'vitest';
import { likelyDomain, proposedEmail } from './email-slips.ts';

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
    ['anne@bluewin.con', 'bluewin.ch'],
    ['anne@bluewin.cmo', 'bluewin.ch'],
    ['anne@sunrise.con', 'sunrise.ch'],
    ['anne@infomaniak.con', 'infomaniak.ch'],
    ['anne@netplus.comm', 'netplus.ch'],
    ['anne@gmx.con', 'gmx.ch'],
    ['anne@hotmail.con', 'hotmail.com'],
    ['anne@hotmail.hc', 'hotmail.ch'],
    ['anne@gmail.c', 'gmail.com'],
    ['anne@gmial.con', 'gmail.com'],
    ['anne@blewin.con', 'bluewin.ch'],
    ['anne@menuiserie-favre.con', 'menuiserie-favre.com'],
    ['anne@menuiserie-favre.c', 'menuiserie-favre.ch'],
  ])('%s: probably %s', (email, domain) => expect(likelyDomain(email)).toBe(domain));

  it.each([
    'anne@gmail.com',
    'anne@mailw.com',
    'anne@mac.com',
    'anne@comcast.com',
    'anne@yahoo.fr',
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

describe('what hardly exists is asked about once', () => {
  it.each([
    ['.anne@gmail.com', 'anne@gmail.com'],
    ['anne.@gmail.com', 'anne@gmail.com'],
    ['an..ne@gmail.com', 'an.ne@gmail.com'],
    ['anne@exemple.ch/', 'anne@exemple.ch'],
    ['anne@exemple.ch,', 'anne@exemple.ch'],
    ['.perrin@gmial.com', 'perrin@gmail.com'],
    ['\u200banne@bluewin.con', 'anne@bluewin.ch'],
  ])('%j: probably %s', (typed, meant) => {
    expect(proposedEmail(typed)).toBe(meant);
    expect(proposedEmail(typed, typed)).toBeUndefined();
  });

  it.each(['a.nne@gmail.com', '\u200banne@exemple.ch', 'anne', '.@gmail.com', 'anne@xn--zrich-kva.ch', ''])(
    '%j is not',
    (typed) => expect(proposedEmail(typed)).toBeUndefined(),
  );
});
