import { expect, it } from 'vitest';
import { someFacts } from '../../tests/fakes/audit-engine.ts';
import { boundedFacts } from './audit-facts.ts';

it('facts too large for any honest site are replaced by the finding that the page is too large', () => {
  const honest = someFacts('https://a.example/');
  expect(boundedFacts(honest)).toBe(honest);
  const kept = boundedFacts({ ...honest, url: `https://a.example/${'x'.repeat(200_000)}` });
  expect(kept).toMatchObject({ url: 'https://a.example/', visit: { end: 'too-large' } });
  expect(kept).not.toHaveProperty('page');
});
