import { expect, it } from 'vitest';
import { unbrokenWords } from './text.ts';

it('breaks no line in « e-mail », and changes no address', () => {
  expect(unbrokenWords('Votre e-mail. Nos e-mails, l’e-mail')).toBe(
    'Votre e\u2011mail. Nos e\u2011mails, l’e\u2011mail',
  );
  for (const same of ['anne@e-mail.ch', 'https://x.ch/e-mail/1', 'e-mail@x.ch', 'e-mail.ch', 'the-mail'])
    expect(unbrokenWords(same)).toBe(same);
});
