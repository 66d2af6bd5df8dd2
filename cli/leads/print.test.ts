import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRecord } from '#server/system/csv.ts';
import {
  countsLine,
  readableDuration,
  readableTime,
  safeJson,
  safeLines,
  safeText,
  swissMidnight,
  swissTime,
  tableLines,
  widthOf,
} from './print.ts';

/** Parses a record by RFC 4180, independently of the product. */
function cellsOf(record: string): string[] {
  return [...record.replace(/\r\n$/, '').matchAll(/"((?:[^"]|"")*)"(?:;|$)/g)].map(([, cell = '']) =>
    cell.replaceAll('""', '"'),
  );
}

/** Any code point, lone surrogates included; fast-check's own arbitrary takes seconds to start. */
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

/** Outside of the loop, so that the large class is compiled once. */
const UNSAFE = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/u;

/** Texts that are likely to hold dangerous characters, in any order. */
const nasty = fc
  .array(fc.constantFrom(...'=+-@\t\r\n;,|" \'a', '\uff1d', '1', '+41 79 123 45 67', 'SUM(A1)'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

describe('CSV', () => {
  it('quotes every cell, doubles quotes and ends in CRLF', () => {
    expect(csvRecord(['a', 'b;"c"', 'd\ne'])).toBe('"a";"b;""c""";"d\ne"\r\n');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['  -1', "  '-1"],
    ['\t=1', "'\t'=1"],
    ['a;=1', "a;'=1"],
    ['a","=1', `a","'=1`],
    ['\uff1d1', "'\uff1d1"],
    ['zoe+1@exemple.ch', 'zoe+1@exemple.ch'],
    ['Jean-Paul', 'Jean-Paul'],
    ['+41 79 123 45 67', '(+41) 79 123 45 67'],
    ['+41\u00a079\u202f123\u00a045\u00a067', '(+41) 79\u202f123\u00a045\u00a067'],
    ['+41791234567', '(+41) 791234567'],
    ['+1 555 012 3456', '(+1) 555 012 3456'],
    ['+423 234 56 78', '(+423) 234 56 78'],
    ['021 555 01 48', '021 555 01 48'],
    // Short sums, other signs and what comes with something else remain what no spreadsheet may compute.
    ['+41 79', "'+41 79"],
    ['+1-1', "'+1-1"],
    ['+41 79 123 45 67-1', "'+41 79 123 45 67-1"],
    ['+41 79 123 45 67;=1', "'+41 79 123 45 67;'=1"],
    ['+41 79 123 45 67\n=1', "'+41 79 123 45 67\n'=1"],
    ['+41 79 123 45 67\n', "'+41 79 123 45 67\n"],
  ])('%j becomes %j', (stored, shown) => {
    expect(cellsOf(csvRecord([stored]))).toEqual([shown]);
  });

  it('no cell begins with a formula, and no cell is split', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const cells = cellsOf(csvRecord([text, 'end']));
        expect(cells).toHaveLength(2);
        expect(cells[0]).not.toMatch(/^[\t\r\n]/);
        for (const piece of cells[0]?.split(/[;,|\t\r\n"]/) ?? [])
          expect(piece.trim()).not.toMatch(/^[=+\-@\uff1d]/);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('what a terminal is shown', () => {
  it('control characters, bidirectional overrides, line separators and half surrogates are written as code points', () => {
    expect(safeText('a\u001b[31mb\u0007\u009b\u202ec\u2028\ud800d')).toBe(
      'a‹U+001B›[31mb‹U+0007›‹U+009B›‹U+202E›c‹U+2028›‹U+D800›d',
    );
    expect(safeText('Zoé 王 👩‍👧 é')).toBe('Zoé 王 👩‍👧 é');
    expect(safeLines('a\u001b\r\nb')).toBe('a‹U+001B›\r\nb');
  });

  it('JSON escapes them and parses back to what is stored', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        const json = safeJson({ text, nested: ['\u202e', '\u{e0001}'] });
        expect(JSON.parse(json)).toEqual({ text, nested: ['\u202e', '\u{e0001}'] });
        expect(json.replaceAll('\n', '')).not.toMatch(UNSAFE);
      }),
    );
  });
});

it('JSON shows instants in ISO 8601 and leaves other numbers alone', () => {
  const given = {
    createdAt: 0,
    leaseUntil: null,
    askedStart: 0,
    at: '',
    of: [{ start: 0, end: 9, amount: 3, strategy: 1 }],
  };
  expect(JSON.parse(safeJson(given))).toEqual({
    ...{
      createdAt: '1970-01-01T00:00:00.000Z',
      leaseUntil: null,
      askedStart: '1970-01-01T00:00:00.000Z',
      at: '',
    },
    of: [{ start: '1970-01-01T00:00:00.000Z', end: '1970-01-01T00:00:00.009Z', amount: 3, strategy: 1 }],
  });
});

describe('the table', () => {
  const columns = [
    { title: 'Nom', width: 6, text: ([name]: readonly string[]) => name ?? '' },
    { title: 'État', width: 4, text: ([, state]: readonly string[]) => state ?? '' },
  ];

  it('aligns what is short and cuts what is long', () => {
    expect(
      tableLines(columns, [
        ['Zoé', 'a'],
        ['Christophe', 'b'],
        ['王小明明', 'c'],
        ['e\u0301e\u0301', ''],
      ]),
    ).toEqual(['Nom     État', 'Zoé     a', 'Chris…  b', '王小…   c', 'e\u0301e\u0301']);
  });

  it('never shows a cell wider than its column', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const [, line = ''] = tableLines(columns, [[text, 'x']]);
        expect(widthOf(line)).toBe(9);
      }),
    );
  });
});

describe('times and numbers', () => {
  it('times are Swiss, in summer and winter', () => {
    expect(swissTime(Date.UTC(2026, 6, 1, 22, 30))).toBe('2026-07-02 00:30:00');
    expect(readableTime(Date.UTC(2026, 10, 21, 10, 34))).toBe('21.11.2026 à 11h34');
    expect(readableTime(Date.UTC(2026, 6, 1, 7, 5))).toBe('01.07.2026 à 9h05');
  });

  it('a Swiss day begins at its midnight; other texts are no day', () => {
    expect(swissMidnight('2026-07-02')).toBe(Date.UTC(2026, 6, 1, 22));
    expect(swissMidnight('2026-11-21')).toBe(Date.UTC(2026, 10, 20, 23));
    for (const day of ['2026-02-30', '2026-1-1', 'hier', '2026-11-21T00:00'])
      expect(swissMidnight(day)).toBeUndefined();
  });

  it.each([
    [850, '850 ms'],
    [7_400, '7 s'],
    [59_600, '1 min 0 s'],
    [7_500_000, '2 h 05 min'],
    [90 * 3_600_000, '3 j 18 h'],
  ])('%i ms is %s', (ms, words) => expect(readableDuration(ms)).toBe(words));

  it('counts agree with their nouns', () => {
    expect(countsLine({ delivered: 1, waiting: 0, refused: 2, held: 1 })).toBe(
      '4 contacts\u202f: 1 livré, 0 en attente, 2 refusés par Airtable, 1 retenu.',
    );
  });
});
