import { beforeEach, expect, it, vi } from 'vitest';
import { hydrateIslands } from '../browser/islands.ts';

vi.mock('../browser/islands.ts', () => ({ hydrateIslands: vi.fn() }));

beforeEach(() => {
  vi.resetModules();
  vi.mocked(hydrateIslands).mockClear();
  sessionStorage.clear();
  history.replaceState(null, '', '/introduction');
});

const idle = () => new Promise((resolve) => setTimeout(resolve, 20));

it.each([
  ['with the first free times in it waits for a touch', '<label></label>', false],
  ['without them fetches them by itself', '', true],
])('the page %s', async (_case, times, isFetched) => {
  document.body.innerHTML = `<div data-times-ahead="">${times}</div>`;
  await import('./introduction-own-booking.ts');
  await idle();
  expect(vi.mocked(hydrateIslands).mock.calls.length > 0).toBe(isFetched);
  dispatchEvent(new Event('pointerdown'));
  expect(hydrateIslands).toHaveBeenCalledOnce();
});
