import { expect, it } from 'vitest';
import { mailboxKey } from './mailbox.ts';

it.each([
  ['victime+1@boite.ch', 'victime@boite.ch'],
  ['victime+a+b@boite.ch', 'victime@boite.ch'],
  ['Victime@Boite.CH', 'victime@boite.ch'],
  [' victime@boite.ch ', 'victime@boite.ch'],
  ['anne.favre@boite.ch', 'anne.favre@boite.ch'],
  ['anne.favre+audit@gmail.com', 'annefavre@gmail.com'],
  ['a.n.n.e.favre@googlemail.com', 'annefavre@gmail.com'],
  ['alice_b-o.b@pm.me', 'alicebob@proton.me'],
  ['alicebob+1@protonmail.ch', 'alicebob@proton.me'],
  ['q1@carl.fastmail.com', 'carl@fastmail.com'],
  ['anne@bücher.ch', 'anne@xn--bcher-kva.ch'],
  ['anne@XN--BCHER-KVA.ch', 'anne@xn--bcher-kva.ch'],
  ['anne@bu\u0308cher.ch', 'anne@xn--bcher-kva.ch'],
  ['zoe\u0308@boite.ch', 'zo\u00eb@boite.ch'],
  ['anne@boite_a.b%', 'anne@boite_a.b%'],
  ['+anne@boite.ch', '+anne@boite.ch'],
  ['anne@constructor', 'anne@constructor'],
  ['anne', 'anne'],
  ['', ''],
])('%s is the mailbox %s', (email, mailbox) => {
  expect(mailboxKey(email)).toBe(mailbox);
});
