import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dayNumber } from '#domain/calendar.ts';
import { zoneClock } from '#domain/zone-clock.ts';
import { CLOCK, CLOSES, DAYS, EXCEPTIONS, OPEN, OPENS, TIME_ZONE } from '../../../markup.ts';
import { showOpenStates } from './open-state.ts';
import { writeExceptions } from './open-state-text.ts';

const element = (days: string, opens: string, closes: string) => {
  const attributes = new Map<string, string>([
    [DAYS, days],
    [OPENS, opens],
    [CLOSES, closes],
    [TIME_ZONE, 'Europe/Zurich'],
  ]);
  return {
    attributes,
    getAttribute: (name: string) => attributes.get(name) ?? null,
    setAttribute: (name: string, value: string) => void attributes.set(name, value),
    textContent: '',
  };
};
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
  expect([stand.textContent, stand.getAttribute(OPEN)]).toEqual(['Ouvert jusqu’à 19h00', 'true']);
  expect([restaurant.textContent, restaurant.getAttribute(OPEN)]).toEqual([
    'Fermé · ouvre demain à 10h30',
    'false',
  ]);
  vi.advanceTimersByTime(19_999);
  expect(stand.textContent).toBe('Ouvert jusqu’à 19h00');
  vi.advanceTimersByTime(1);
  expect([stand.textContent, stand.getAttribute(OPEN)]).toEqual(['Fermé · ouvre demain à 9h00', 'false']);
});

it('knows the canton’s holidays by the table of clocks alone', () => {
  const from = new Date('2026-01-01T00:00Z');
  const turns = zoneClock('Europe/Zurich', from, new Date('2028-01-01T00:00Z'));
  stand.setAttribute(CLOCK, turns.join(' '));
  const intl = vi.spyOn(Intl, 'DateTimeFormat');
  const at = (instant: string) => {
    vi.setSystemTime(instant);
    showOpenStates();
    return [stand.textContent, stand.getAttribute(OPEN)];
  };
  vi.stubGlobal('document', { querySelectorAll: () => [stand] });
  expect(at('2026-12-25T10:00:00Z')).toEqual(['Fermé · jour férié, ouvre demain à 9h00', 'false']);
  expect(at('2027-03-29T10:00:00Z')).toEqual(['Fermé · jour férié, ouvre demain à 9h00', 'false']);
  expect(at('2027-03-30T16:59:00Z')).toEqual(['Ouvert jusqu’à 19h00', 'true']);
  // The day after the clocks were moved: open at 7h00 UTC, an hour earlier than in winter.
  expect(at('2026-03-30T07:00:00Z')).toEqual(['Ouvert jusqu’à 19h00', 'true']);
  expect(intl).not.toHaveBeenCalled();
  intl.mockRestore();
  stand.attributes.delete(CLOCK);
});

it('keeps one clock, however long the page stays open', () => {
  vi.setSystemTime('2026-07-21T08:29:30Z');
  showOpenStates();
  vi.advanceTimersByTime(5 * 60_000);
  expect(vi.getTimerCount()).toBe(1);
  expect(restaurant.textContent).toBe('Ouvert jusqu’à 23h00');
});

it('goes by the hours of an exceptional day, whatever the weekday, holidays too', () => {
  const shop = element('1,2,3,4,5,6', '09:00', '19:00');
  const days = [
    { date: dayNumber(2026, 12, 24), hours: { opens: '09:00', closes: '16:00' } },
    { date: dayNumber(2026, 12, 25), hours: { opens: '10:00', closes: '12:00' } },
    { date: dayNumber(2026, 12, 26), hours: undefined },
  ];
  shop.setAttribute(EXCEPTIONS, writeExceptions(days));
  vi.stubGlobal('document', { querySelectorAll: () => [shop] });
  const at = (instant: string) => {
    vi.setSystemTime(instant);
    showOpenStates();
    return shop.textContent;
  };
  expect(at('2026-12-24T14:59:00Z')).toBe('Ouvert jusqu’à 16h00');
  expect(at('2026-12-24T15:00:00Z')).toBe('Fermé · ouvre demain à 10h00');
  expect(at('2026-12-25T10:30:00Z')).toBe('Ouvert jusqu’à 12h00');
  // Closed on Saturday; then comes Sunday.
  expect(at('2026-12-26T10:00:00Z')).toBe('Fermé · ouvre lundi à 9h00');
});
