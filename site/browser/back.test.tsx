import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { goBackWhereOneCameFrom } from './back.ts';

beforeEach(() => {
  document.body.innerHTML = '<a href="/" data-back>Retour</a>';
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(`${location.origin}/sales`);
  history.pushState(null, '', '#section');
});

afterEach(() => vi.unstubAllGlobals());

const link = () => document.querySelector<HTMLAnchorElement>('[data-back]') as HTMLAnchorElement;

it('leaves the page in one step where the browser names the entries', () => {
  const entry = (index: number, sameDocument: boolean) => ({ index, sameDocument });
  const entries = [entry(0, false), entry(1, false), entry(2, true), entry(3, true)];
  vi.stubGlobal('navigation', { entries: () => entries, currentEntry: entries[3] });
  const go = vi.spyOn(history, 'go').mockReturnValue();
  goBackWhereOneCameFrom();
  link().click();
  expect(go.mock.calls).toEqual([[-2]]);
});

it('goes back entry by entry elsewhere, until the page is left and not when it is shown again', () => {
  vi.stubGlobal('navigation', undefined);
  const back = vi.spyOn(history, 'back').mockReturnValue();
  goBackWhereOneCameFrom();
  link().click();
  expect(back).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('popstate'));
  expect(back).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(new Event('popstate'));
  expect(back).toHaveBeenCalledTimes(2);
});

it('is the link to the landing for who came from elsewhere', () => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://example.com/');
  goBackWhereOneCameFrom();
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  link().addEventListener('click', (event) => expect(event.defaultPrevented).toBe(false));
  link().dispatchEvent(click);
  expect.assertions(1);
});
