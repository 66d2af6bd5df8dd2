import { expect, it } from 'vitest';
import { callMails } from '#content/call-mails.ts';
import { mails } from '#content/mails.ts';
import { audit } from '#content/pages/audit.ts';
import { renderMail } from './html.tsx';

/** « e-mail » written with the ordinary hyphen, after which a browser may break the line. */
const BREAKABLE = /\be-mails?\b(?!@|\.\w)/i;
const ADDRESS = 'e-mail@exemple.ch';
const PAGE = 'https://exemple.ch/e-mail';

const texts = textsIn([mails, callMails, audit.mails]);
const body = (text: string) => ({
  subject: text,
  title: text,
  blocks: [
    text,
    { heading: text },
    { list: [text] },
    { facts: [[text, text] as const, ['', ADDRESS] as const] },
    { links: [{ label: text, href: PAGE }] },
  ],
});

it.each(texts.filter((text) => BREAKABLE.test(text)))('no line of a mail breaks its e-mails: %s', (text) => {
  const { subject, text: plain, html } = renderMail(body(text));
  for (const version of [subject, plain.replaceAll(PAGE, ''), html.replaceAll(PAGE, '')])
    expect(version).not.toMatch(BREAKABLE);
  expect(subject.replaceAll('\u2011', '-')).toBe(text);
});

it('an address and a link stay as they are', () => {
  const { text, html } = renderMail(body('E-mail'));
  for (const version of [text, html]) {
    expect(version).toContain(ADDRESS);
    expect(version).toContain(PAGE);
  }
});

it('mails speak of e-mails', () => {
  expect(texts.filter((text) => BREAKABLE.test(text)).length).toBeGreaterThan(9);
});

/** Every text in `value`, with something in the place of what is put into it. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return textsIn(value(...Array(value.length).fill('3')));
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
