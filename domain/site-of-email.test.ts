import { expect, test } from 'vitest';
import { siteOfEmail } from './site-of-email.ts';

test.each([
  ['zoe@menuiserie-favre.ch', 'menuiserie-favre.ch'],
  ['Zoe@Menuiserie.CO.UK', 'menuiserie.co.uk'],
  ['a@mail.favre.ch', 'mail.favre.ch'],
  ['zoe@outlook-conseil.ch', 'outlook-conseil.ch'],
  ['zoe@gmail.com', undefined],
  ['zoe@GMX.ch', undefined],
  ['zoe@bluewin.ch', undefined],
  ['zoe@yahoo.co.uk', undefined],
  ['zoe@yahoo.fr', undefined],
  ['zoe@hotmail.com.br', undefined],
  ['zoe@proton.me', undefined],
  ['zoe@orange.fr', undefined],
  ['zoe@icloud.com', undefined],
  ['zoe@localhost', undefined],
  ['zoe', undefined],
  ['', undefined],
  ['zoe@"><script>.ch', undefined],
])('%j: %j', (email, site) => expect(siteOfEmail(email)).toBe(site));
