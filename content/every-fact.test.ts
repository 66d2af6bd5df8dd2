import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const content = import.meta.dirname;
const read = (path: string) => readFileSync(join(content, path), 'utf8');

it('every module that asks for facts is among those that are listed', () => {
  const asking = globSync('**/*.ts', { cwd: content }).filter(
    (path) => !/^(facts\/|every-fact)|\.test\.ts$/.test(path) && /\bfacts\/fact\.ts\b/.test(read(path)),
  );
  const listed = [...read('every-fact.ts').matchAll(/^import '\.\/(.+)';$/gm)].map(([, path]) => path);
  expect(asking.length).toBeGreaterThan(5);
  expect(listed.toSorted()).toEqual(asking.toSorted());
});
