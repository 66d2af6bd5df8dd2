import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settings } from '#server/config/env.ts';
import { envExample } from './env-example.ts';

test('.env.example is up to date with the settings', () => {
  expect(readFileSync(new URL('../.env.example', import.meta.url), 'utf8')).toBe(envExample());
  for (const name of Object.keys(settings)) expect(envExample()).toContain(`\n# ${name}=`);
});
