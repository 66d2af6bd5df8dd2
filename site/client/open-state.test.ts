import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showOpenStates } from './open-state.ts';

const element = (days: string, opens: string, closes: string) => ({
  dataset: { days, opens, closes, timeZone: 'Europe/Zurich' } as DOMStringMap,
  textContent: '',
});
const stand = element('1,2,3,4,5,6', '09:00', '19:00');
const restaurant = element('2,3,4,5,6', '10:30', '23:00');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { querySelectorAll: () => [stand, restaurant] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('says the state at once, and turns at the very minute', () => {
  // A Monday in summer, 18:59:40 in Zurich.
  vi.setSystemTime('2026-07-20T16:59:40Z');
  showOpenStates();
  expect([stand.textContent, stand.dataset.open]).toEqual(['Ouvert jusqu’à 19h00', 'true']);
  expect([restaurant.textContent, restaurant.dataset.open]).toEqual([
    'Fermé · ouvre demain à 10h30',
    'false',
  ]);
  vi.advanceTimersByTime(19_999);
  expect(stand.textContent).toBe('Ouvert jusqu’à 19h00');
  vi.advanceTimersByTime(1);
  expect([stand.textContent, stand.dataset.open]).toEqual(['Fermé · ouvre demain à 9h00', 'false']);
});

it('keeps one clock, however long the page stays open', () => {
  vi.setSystemTime('2026-07-21T08:29:30Z');
  showOpenStates();
  vi.advanceTimersByTime(5 * 60_000);
  expect(vi.getTimerCount()).toBe(1);
  expect(restaurant.textContent).toBe('Ouvert jusqu’à 23h00');
});
