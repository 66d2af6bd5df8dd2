import { expect, test } from 'vitest';
import { reloadAfter } from './audit-pages.tsx';

test.each([
  [{ state: 'waiting', waitSeconds: 1 }, 2],
  [{ state: 'waiting', waitSeconds: 90 }, 5],
  [{ state: 'running', step: 'page' }, 2],
  [{ state: 'running', step: 'phone' }, 4],
  [{ state: 'running', step: 'desktop' }, 2],
  [{ state: 'done' }, undefined],
  [{ state: 'refused' }, undefined],
] as const)('an audit that is %o is shown again after %s s', (view, seconds) => {
  expect(reloadAfter(view)).toBe(seconds);
});
