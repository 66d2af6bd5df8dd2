import { describe, expect, it } from 'vitest';
import { localMoment, type OpeningHours, openState } from '#domain/opening-hours.ts';
import { frenchDays, frenchStretch, openStateText, spokenTime } from './open-state-text.ts';

const stand: OpeningHours = { days: [1, 2, 3, 4, 5, 6], opens: '09:00', closes: '19:00' };
const restaurant: OpeningHours = { days: [2, 3, 4, 5, 6], opens: '10:30', closes: '23:00' };

/** The line a visitor reads at a UTC instant. */
const read = (hours: OpeningHours, instant: string) =>
  openStateText(openState(hours, localMoment(new Date(instant), 'Europe/Zurich')));

describe('openStateText', () => {
  it.each([
    ['a Monday morning', '2026-07-20T08:00:00Z', 'Ouvert jusqu’à 19h00'],
    ['the minute it opens', '2026-07-20T07:00:00Z', 'Ouvert jusqu’à 19h00'],
    ['the last minute', '2026-07-20T16:59:59Z', 'Ouvert jusqu’à 19h00'],
    ['the minute it closes', '2026-07-20T17:00:00Z', 'Fermé · ouvre demain à 9h00'],
    ['before it opens', '2026-07-20T06:59:00Z', 'Fermé · ouvre à 9h00'],
    ['Saturday after closing', '2026-07-25T17:30:00Z', 'Fermé · ouvre lundi à 9h00'],
    ['Sunday noon', '2026-07-26T10:00:00Z', 'Fermé · ouvre demain à 9h00'],
    ['Sunday one minute to midnight', '2026-07-26T21:59:00Z', 'Fermé · ouvre demain à 9h00'],
    ['Monday just after midnight', '2026-07-26T22:00:00Z', 'Fermé · ouvre à 9h00'],
  ])('of a stand, on %s', (_, instant, words) => expect(read(stand, instant)).toBe(words));

  it('names the day when the next opening is further than tomorrow', () => {
    expect(read(restaurant, '2026-07-26T10:00:00Z')).toBe('Fermé · ouvre mardi à 10h30');
    expect(read(restaurant, '2026-07-27T10:00:00Z')).toBe('Fermé · ouvre demain à 10h30');
  });

  it('follows summer time: the same UTC minute is open in summer and closed in winter', () => {
    expect(read(stand, '2026-07-20T07:30:00Z')).toBe('Ouvert jusqu’à 19h00');
    expect(read(stand, '2026-01-19T07:30:00Z')).toBe('Fermé · ouvre à 9h00');
  });

  it('counts from the wall clock on the Sundays when it changes', () => {
    // 29 March 2026, 01:00 UTC: 2h00 becomes 3h00. 25 October 2026, 01:00 UTC: 3h00 becomes 2h00.
    expect(read(stand, '2026-03-29T00:59:00Z')).toBe('Fermé · ouvre demain à 9h00');
    expect(read(stand, '2026-03-29T22:00:00Z')).toBe('Fermé · ouvre à 9h00');
    expect(read(stand, '2026-10-25T01:30:00Z')).toBe('Fermé · ouvre demain à 9h00');
    expect(read(stand, '2026-10-25T22:59:00Z')).toBe('Fermé · ouvre demain à 9h00');
    expect(read(stand, '2026-10-25T23:00:00Z')).toBe('Fermé · ouvre à 9h00');
  });

  describe('on a holiday says so, and when it opens again', () => {
    it.each([
      ['25 December, a Friday', '2026-12-25T11:00:00Z', 'Fermé · jour férié, ouvre demain à 9h00'],
      [
        '25 December, before it would open',
        '2026-12-25T05:00:00Z',
        'Fermé · jour férié, ouvre demain à 9h00',
      ],
      ['its eve after closing', '2026-12-24T18:30:00Z', 'Fermé · ouvre samedi à 9h00'],
      ['its eve, open', '2026-12-24T14:00:00Z', 'Ouvert jusqu’à 19h00'],
      ['26 December, no holiday in Vaud', '2026-12-26T11:00:00Z', 'Ouvert jusqu’à 19h00'],
      [
        '1 January, with the 2nd and a Sunday to come',
        '2027-01-01T11:00:00Z',
        'Fermé · jour férié, ouvre lundi à 9h00',
      ],
      ['1 August, a Saturday', '2026-08-01T09:00:00Z', 'Fermé · jour férié, ouvre lundi à 9h00'],
      ['Maundy Thursday after closing', '2026-04-02T18:00:00Z', 'Fermé · ouvre samedi à 9h00'],
      ['Holy Saturday after closing', '2026-04-04T18:00:00Z', 'Fermé · ouvre mardi à 9h00'],
      ['Easter Sunday', '2026-04-05T10:00:00Z', 'Fermé · ouvre mardi à 9h00'],
      ['Easter Monday', '2026-04-06T10:00:00Z', 'Fermé · jour férié, ouvre demain à 9h00'],
      ['the last minute of 1 August', '2025-08-01T21:59:00Z', 'Fermé · jour férié, ouvre demain à 9h00'],
      ['the minute after it', '2025-08-01T22:00:00Z', 'Fermé · ouvre à 9h00'],
    ])('%s', (_, instant, words) => expect(read(stand, instant)).toBe(words));

    it('unless the place is closed on that weekday anyway', () => {
      expect(read(restaurant, '2026-04-06T10:00:00Z')).toBe('Fermé · ouvre demain à 10h30');
    });

    it('with the day of the month where the weekday alone could mislead', () => {
      const fridays: OpeningHours = { days: [5], opens: '18:00', closes: '20:00' };
      expect(read(fridays, '2026-12-18T20:00:00Z')).toBe('Fermé · ouvre vendredi 8 à 18h00');
    });
  });

  it('names the day itself for a place open one day a week', () => {
    const weekly: OpeningHours = { days: [3], opens: '18:00', closes: '20:00' };
    expect(read(weekly, '2026-07-22T19:00:00Z')).toBe('Fermé · ouvre mercredi à 18h00');
  });
});

describe('hours in words', () => {
  it('writes times and stretches as the house does', () => {
    expect(spokenTime('09:00')).toBe('9h00');
    expect(frenchStretch(restaurant)).toBe('10h30-23h00');
  });

  it('joins a run of days and lists the others', () => {
    expect(frenchDays(stand)).toBe('lundi à samedi');
    expect(frenchDays({ ...stand, days: [5, 1, 3] })).toBe('lundi, mercredi, vendredi');
    expect(frenchDays({ ...stand, days: [6, 7] })).toBe('samedi, dimanche');
  });
});
