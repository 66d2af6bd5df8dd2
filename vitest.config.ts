import { defineConfig } from 'vitest/config';

const units = ['domain', 'content', 'site', 'server', 'cli', 'scripts', 'bench'].map(
  (dir) => `${dir}/**/*.test.ts`,
);

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: units, environment: 'node', testTimeout: 20_000 } },
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          name: 'component',
          include: ['site/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['site/testing/setup.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      {
        test: {
          name: 'service',
          include: ['tests/{contract,postgres,service,fault,deploy}/**/*.test.ts'],
          globalSetup: ['tests/postgres/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          // Of the faults: each starts programs of its own.
          maxConcurrency: 5,
        },
      },
      {
        test: {
          name: 'audit',
          include: ['tests/audits/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // Each has a browser, and times are measured.
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
