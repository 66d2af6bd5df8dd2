import { expect, test } from 'vitest';
import { byHost } from './traffic.ts';

test('hosts by weight, and no name that none can have', () => {
  const seen = [
    { url: 'https://atelier.example/', bytes: 10 },
    { url: `https://${'a'.repeat(400_000)}.example/x.png`, bytes: 0 },
    { url: 'https://images.example/a.webp', bytes: 900 },
    { url: 'https://atelier.example/style.css', bytes: 20 },
  ];
  expect(byHost(seen, 'atelier.example')).toEqual([
    { host: 'images.example', bytes: 900, requests: 1, thirdParty: true },
    { host: 'atelier.example', bytes: 30, requests: 2, thirdParty: false },
  ]);
});
