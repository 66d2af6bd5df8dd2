import { describe, expect, it } from 'vitest';
import { faultOfEmail, isMailAddress } from './email.ts';

describe('an e-mail address', () => {
  it.each([
    'anne@exemple.ch',
    'Anne.Dupré+site@mail.exemple.co.uk',
    'anne@zürich.example',
    'anne@例え.jp',
    'anne@xn--zrich-kva.example',
    "o'neill@exemple.ch",
  ])('%s can be written to', (email) => {
    expect(isMailAddress(email)).toBe(true);
    expect(faultOfEmail(email)).toBeUndefined();
  });

  it.each([
    ['anne', /doit contenir un «\u202f@\u202f»/],
    ['@exemple.ch', /le début/],
    ['anne@exemple', /la fin de l’adresse.*«\u202fentreprise\.ch\u202f»/],
    ['anne@', /pas valable/],
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
