import { beforeEach, expect, it } from 'vitest';
import { morph, noteServed } from './morph.ts';

/** The page's `main`, as the server sent it. */
let main: HTMLElement;
const served = (html: string) => {
  const page = document.createElement('main');
  page.innerHTML = html;
  return page;
};
const PAGE =
  '<p>2 attendent</p><form><input name="q"><button>Chercher</button></form><ul><li data-key="a">Zoé</li></ul>';

beforeEach(() => {
  document.body.innerHTML = '';
  main = served(PAGE);
  document.body.append(main);
  noteServed(main);
});
const field = () => main.querySelector('input') as HTMLInputElement;

it('what is being typed stays, with the focus, when the server shows something else around it', () => {
  field().value = 'zo';
  field().focus();
  const before = field();
  morph(main, served(PAGE.replace('2 attendent', '3 attendent').replace('<ul>', '<p>Nouveau</p><ul>')));
  expect(field()).toBe(before);
  expect([field().value, document.activeElement === field()]).toEqual(['zo', true]);
  expect(main.textContent).toBe('3 attendentChercherNouveauZoé');
});

it('what an extension has put beside a field stays, and so does the field', () => {
  field().value = 'zo';
  field().insertAdjacentHTML('afterend', '<extension-icon></extension-icon>');
  main.insertAdjacentHTML('afterbegin', '<div class="extension"></div>');
  const before = field();
  morph(main, served(PAGE.replace('2 attendent', '3 attendent')));
  morph(main, served(PAGE.replace('2 attendent', '4 attendent')));
  expect(field()).toBe(before);
  expect(field().value).toBe('zo');
  expect(main.querySelectorAll('extension-icon, .extension')).toHaveLength(2);
  expect(main.querySelector('p')?.textContent).toBe('4 attendent');
  expect(main.querySelectorAll('p, form, li')).toHaveLength(3);
});

it('a translated text is the server’s again, once', () => {
  const [words] = main.querySelectorAll('p');
  if (words) words.innerHTML = '<font><font>2 are waiting</font></font>';
  morph(main, served(PAGE.replace('2 attendent', '3 attendent')));
  expect(words?.innerHTML).toBe('3 attendent');
});
