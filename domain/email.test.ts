import { describe, expect, it } from 'vitest';
import { cleanEmail, faultOfEmail, isMailAddress, mailtoLink } from './email.ts';

describe('an e-mail address', () => {
  it.each([
    'anne@exemple.ch',
    'Anne.Dupré+site@mail.exemple.co.uk',
    'anne@zürich.example',
    'anne@例え.jp',
    'anne@xn--zrich-kva.example',
    "o'neill@exemple.ch",
    'qui?quoi/pourquoi@exemple.ch',
    '-anne-@exemple.ch',
    'anne@mon-entreprise.ch',
    'anne@i❤.ws',
    'anne@163.com',
    `anne@${'x'.repeat(63)}.ch`,
    `${'a'.repeat(64)}@exemple.ch`,
  ])('%s can be written to', (email) => {
    expect(isMailAddress(email)).toBe(true);
    expect(faultOfEmail(email)).toBeUndefined();
  });

  it.each([
    ['anne', /doit contenir un «\u202f@\u202f»/],
    ['@exemple.ch', /le début/],
    ['anne@exemple', /la fin de l’adresse.*«\u202fentreprise\.ch\u202f»/],
    ['anne@', /pas valable/],
    ['anne@exemple.123', /ne finit par «\u202f\.123\u202f»/],
    ['anne@192.168.1.1', /ne finit par/],
    ['anne@-exemple.ch', /trait d’union/],
    ['anne@exemple-.ch', /trait d’union/],
    ['anne@exemple.-ch', /trait d’union/],
    ['anne@exemple?.ch', /pas valable/],
    ['anne@exemple.ch?subject=x', /pas valable/],
    ['an\u202ene@exemple.ch', /pas valable/],
    ['anne@exemple\u200b.ch', /pas valable/],
    [`anne@${'x'.repeat(64)}.ch`, /pas valable/],
    [`${'a'.repeat(65)}@exemple.ch`, /pas valable/],
    ['anne@.ch', /pas valable/],
    ['anne@exemple..ch', /pas valable/],
    ['anne@exemple.', /pas valable/],
    ['anne @exemple.ch', /ni espace/],
    ['anne@exemple.ch, eve@exemple.ch', /pas valable/],
    ['<anne@exemple.ch>', /pas valable/],
    ['anne@[127.0.0.1]', /pas valable/],
    [`${'a'.repeat(250)}@exemple.ch`, /pas valable/],
  ])('%s cannot, and it is said why', (email, why) => {
    expect(isMailAddress(email)).toBe(false);
    expect(faultOfEmail(email)).toMatch(why);
  });
});

describe('what is meant by an address that was typed or pasted', () => {
  it.each([
    ['\u200banne@exemple.ch', 'anne@exemple.ch'],
    ['\u202adora@exemple.ch\u202c', 'dora@exemple.ch'],
    ['an\u202ene@exemple\u00ad.ch', 'anne@exemple.ch'],
    ['\u00a0anne@exemple.ch\u2028', 'anne@exemple.ch'],
    ['anne\u200d@exemple.ch', 'anne@exemple.ch'],
    ['anne@exemple.ch/', 'anne@exemple.ch'],
    ['anne@exemple.ch,', 'anne@exemple.ch'],
    ['anne@exemple.ch.', 'anne@exemple.ch'],
    ['mailto:anne@exemple.ch', 'anne@exemple.ch'],
    ['Anne Dupré <anne@exemple.ch>', 'anne@exemple.ch'],
    ['Anne@Exemple.ch', 'Anne@Exemple.ch'],
    ['anne/@exemple.ch', 'anne/@exemple.ch'],
    ['anne', 'anne'],
  ])('%j is %s', (typed, meant) => {
    expect(cleanEmail(typed)).toBe(meant);
    expect(cleanEmail(meant)).toBe(meant);
  });

  // The pairs are those of RFC 3492, 7.1, and of names that are registered.
  it.each([
    ['anne@xn--zrich-kva.ch', 'anne@zürich.ch'],
    ['anne@XN--ZRICH-KVA.CH', 'anne@zürich.ch'],
    ['anne@ZÜRICH.ch', 'anne@zürich.ch'],
    ['anne@zu\u0308rich.ch', 'anne@zürich.ch'],
    ['anne@mail.xn--genve-6ra.ch', 'anne@mail.genève.ch'],
    ['anne@xn--sw8hj0a.ws', 'anne@🛡🔼.ws'],
    ['anne@xn--prve-hra.dk', 'anne@prøve.dk'],
    ['anne@xn--r8jz45g.jp', 'anne@例え.jp'],
    ['anne@xn--ihqwcrb4cv8a8dqg056pqjye.com', 'anne@他们为什么不说中文.com'],
    ['anne@xn--b1abfaaepdrnnbgefbadotcwatmq2g4l.xn--p1ai', 'anne@почемужеонинеговорятпорусски.рф'],
    ['anne@zürich\u3002ch', 'anne@zürich.ch'],
  ])('%s and %s are one', (typed, readable) => {
    expect(cleanEmail(typed)).toBe(readable);
    expect(isMailAddress(readable)).toBe(true);
  });

  it.each([
    // No punycode; what decodes to ASCII alone, to a capital, to a full stop's look-alike; too large a number.
    'anne@xn--.ch',
    'anne@xn--zrich-é.ch',
    'anne@xn--exemple-.ch',
    'anne@xn--zrich-7oa.ch',
    'anne@xn--99999999.ch',
    'anne@xn--a-0000000000000000000000000000000000000000.ch',
  ])('%s stays as it is', (typed) => expect(cleanEmail(typed)).toBe(typed));
});

it('a link writes to the address and to nothing else', () => {
  for (const email of [
    'qui?subject=x/y&cc=eve%40x.ch#z@exemple.ch',
    'anne+site@exemple.ch',
    'anne@zürich.ch',
  ]) {
    const link = new URL(mailtoLink(email));
    expect([decodeURIComponent(link.pathname), link.search, link.hash]).toEqual([email, '', '']);
  }
  expect(mailtoLink('anne+site@exemple.ch')).toBe('mailto:anne+site@exemple.ch');
});
