import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { FLAGS, SWITCHED_OFF_BY_PLAYWRIGHT } from './launch-browser.ts';

it('repeats every feature that the installed Playwright disables', () => {
  const driver = readFileSync(
    createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle'),
    'utf8',
  );
  const [, list = ''] = /disabledFeatures = \[(.*?)\]\.filter/s.exec(driver) ?? [];
  const names = [...list.matchAll(/^ *"(\w+)",?$/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(SWITCHED_OFF_BY_PLAYWRIGHT).toEqual(names);
  expect(Object.values(FLAGS).filter((flag) => flag.startsWith('--disable-features'))).toHaveLength(1);
});
