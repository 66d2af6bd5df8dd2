import { afterEach, describe, expect, it, vi } from 'vitest';
import { bookOnce, type Notes, randomId, type UnderWay } from './book-once.ts';
import { type BookingAnswer, type BookingBody, postBooking, readFreeTimes } from './booking-api.ts';
import { clockTime, daysOf, zoneOfVisitor } from './days.ts';

const ANSWERS: BookingBody = {
  start: '2026-11-24T08:00:00Z',
  name: 'Zoé',
  email: 'zoe@exemple.ch',
  phone: '021 555 01 48',
  timeZone: 'Europe/Zurich',
};
const CONFLICT: BookingAnswer = { kind: 'conflict', detail: 'x' };
const BOOKED: BookingAnswer = { kind: 'booked', page: '/rendez-vous/abc' };

afterEach(() => vi.unstubAllGlobals());

/** The server answers this to whatever is asked. */
function answer(status: number, body: unknown, headers = {}) {
  const fetched = vi.fn(async (_url: string, _init?: RequestInit) =>
    typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status, headers }),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

describe('the server’s answer to a booking', () => {
  it.each<[number, unknown, BookingAnswer]>([
    [201, { manage: '/rendez-vous/abc' }, BOOKED],
    [200, { manage: '/rendez-vous/abc' }, BOOKED],
    [201, { manage: 'https://ailleurs.ch/' }, { kind: 'silent' }],
    [409, { detail: 'prise', slots: ['x'] }, { kind: 'taken', detail: 'prise', starts: ['x'] }],
    [409, { detail: 'prise', slots: [] }, { kind: 'taken', detail: 'prise', starts: [] }],
    [409, { detail: 'autre' }, { kind: 'conflict', detail: 'autre' }],
    [422, { detail: 'faute', errors: [] }, { kind: 'refused', detail: 'faute', errors: [] }],
    [403, { detail: 'ailleurs' }, { kind: 'refused', detail: 'ailleurs', errors: [] }],
    [429, { detail: 'trop' }, { kind: 'later', detail: 'trop', retryAfterS: 40, sure: true }],
    [503, { detail: 'base' }, { kind: 'later', detail: 'base', retryAfterS: 40, sure: false }],
    [502, '<h1>Bad gateway</h1>', { kind: 'silent', isDown: true }],
    [502, {}, { kind: 'silent', isDown: true }],
    [200, '<h1>Portail</h1>', { kind: 'silent' }],
  ])('%s %j', async (status, body, read) => {
    const fetched = answer(status, body, { 'retry-after': '40' });
    expect(await postBooking('id', ANSWERS, '')).toEqual(read);
    expect(JSON.parse(String(fetched.mock.lastCall?.[1]?.body))).toEqual({ id: 'id', ...ANSWERS });
    await postBooking('id', ANSWERS, 'preuve');
    const proved = { id: 'id', ...ANSWERS, proof: 'preuve' };
    expect(JSON.parse(String(fetched.mock.lastCall?.[1]?.body))).toEqual(proved);
  });

  it('is silence where there is no network', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    expect(await postBooking('id', ANSWERS, '')).toEqual({ kind: 'silent' });
    expect(await readFreeTimes()).toEqual({ kind: 'unreadable' });
  });

  it('is a list of free times, or no list', async () => {
    answer(200, { timeZone: 'Europe/Zurich', minutes: 15, slots: ['x'] });
    expect(await readFreeTimes()).toEqual({ kind: 'known', timeZone: 'Europe/Zurich', starts: ['x'] });
    answer(503, { detail: 'base' });
    expect(await readFreeTimes()).toEqual({ kind: 'unreadable' });
  });
});

/** Notes that begin with an id, and what was written. */
function memory() {
  const written: (UnderWay | undefined)[] = [];
  const notes: Notes = {
    read: () => (written.length === 0 ? { id: 'id', answers: [] } : written.at(-1)),
    write: (underWay) => void written.push(underWay),
  };
  return { notes, written };
}

describe('booking once', () => {
  it('finds what was booked without an answer, though the visitor has changed their words since', async () => {
    const post = vi
      .fn(async (_id: string, _answers: BookingBody): Promise<BookingAnswer> => BOOKED)
      .mockResolvedValueOnce({ kind: 'silent' })
      .mockResolvedValueOnce(CONFLICT);
    const { notes, written } = memory();
    const book = bookOnce(post, notes);
    expect(await book(ANSWERS)).toEqual({ kind: 'silent' });
    expect(written.at(-1)).toEqual({ id: 'id', answers: [ANSWERS] });
    expect(await book({ ...ANSWERS, phone: '+41 21 555 01 49' })).toEqual(BOOKED);
    expect(post.mock.calls.map(([id, { phone }]) => [id, phone])).toEqual([
      ['id', '021 555 01 48'],
      ['id', '+41 21 555 01 49'],
      ['id', '021 555 01 48'],
    ]);
    expect(written.at(-1)).toBeUndefined();
  });

  it('finds it too while the first request hangs', async () => {
    const post = vi
      .fn(async (_id: string, _answers: BookingBody): Promise<BookingAnswer> => BOOKED)
      .mockReturnValueOnce(new Promise(() => {}))
      .mockResolvedValueOnce(CONFLICT);
    const { notes, written } = memory();
    const book = bookOnce(post, notes);
    void book(ANSWERS);
    expect(written).toEqual([{ id: 'id', answers: [ANSWERS] }]);
    expect(await book({ ...ANSWERS, phone: '+41 21 555 01 49' })).toEqual(BOOKED);
  });

  it('keeps nothing of a request that was surely not booked', async () => {
    const taken: BookingAnswer = { kind: 'taken', detail: 'Prise.', starts: [] };
    const { notes, written } = memory();
    expect(await bookOnce(async () => taken, notes)(ANSWERS)).toEqual(taken);
    expect(written).toEqual([{ id: 'id', answers: [ANSWERS] }, undefined]);
  });

  it('says so when the id is another’s', async () => {
    const post = vi.fn(async () => CONFLICT);
    expect(await bookOnce(post, memory().notes)(ANSWERS)).toEqual(CONFLICT);
    expect(post).toHaveBeenCalledOnce();
  });

  it('makes ids that are uuids and differ', () => {
    const ids = Array.from({ length: 100 }, randomId);
    for (const id of ids)
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(new Set(ids).size).toBe(100);
  });
});

describe('days', () => {
  it('are the visitor’s own, whatever the office’s are', () => {
    const starts = ['2026-11-24T08:00:00Z', '2026-11-24T16:00:00Z', '2026-12-01T08:00:00Z'];
    expect(daysOf(starts, 'Europe/Zurich').map(({ name }) => name)).toEqual([
      'mardi 24\u00a0novembre',
      'mardi 1er\u00a0décembre',
    ]);
    expect(daysOf(starts, 'Asia/Tokyo').map(({ key, starts }) => [key, starts.length])).toEqual([
      ['2026-11-24', 1],
      ['2026-11-25', 1],
      ['2026-12-01', 1],
    ]);
    expect(clockTime('2026-11-24T16:00:00Z', 'Asia/Tokyo', 'Europe/Zurich')).toEqual({
      shown: '1h00',
      atOffice: '17h00',
    });
  });

  it('differ by an hour less in the weeks between the two changes of the clocks', () => {
    expect(clockTime('2027-03-15T08:00:00Z', 'America/New_York', 'Europe/Zurich')).toEqual({
      shown: '4h00',
      atOffice: '9h00',
    });
    expect(clockTime('2027-04-15T07:00:00Z', 'Europe/Paris', 'Europe/Zurich').atOffice).toBeUndefined();
  });

  it.each([
    ['Asia/Tokyo', 'Asia/Tokyo'],
    ['Etc/Unknown', 'UTC'],
    [undefined, 'UTC'],
  ])('are those of a browser that names its zone %s', (timeZone, zone) => {
    const options = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone };
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValueOnce(
      options as Intl.ResolvedDateTimeFormatOptions,
    );
    expect(zoneOfVisitor()).toBe(zone);
  });
});
