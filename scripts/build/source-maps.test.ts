import { decode, encode } from '@jridgewell/sourcemap-codec';
import { expect, it } from 'vitest';
import { shrunk } from './source-maps.ts';

it('source maps keep one position for each line of our sources, and none of packages', () => {
  const map = {
    version: 3,
    sources: ['../../node_modules/zod/index.js', '../../server/main.ts'],
    names: ['start'],
    mappings: encode([
      [[0, 0, 4, 2]],
      [
        [2, 1, 8, 6, 0],
        [9, 1, 8, 13],
      ],
      [],
      [[4, 1, 9, 0]],
    ]),
  };
  const { mappings, ...rest } = JSON.parse(shrunk(JSON.stringify(map)));
  expect(rest).toEqual({ version: 3, sources: ['', '../../server/main.ts'], names: [] });
  expect(decode(mappings)).toEqual([[], [[0, 1, 8, 6]], [], [[0, 1, 9, 0]]]);
});
