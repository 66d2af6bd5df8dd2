import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { className } from './scripts/build/class-name.ts';
import { ByLoad } from './scripts/test/by-load.ts';

const units = ['domain', 'content', 'site', 'server', 'cli', 'scripts', 'bench'].map(
  (dir) => `${dir}/**/*.test.ts`,
);

/**
 * How many test files of the two quick projects run at a time: one for each core, which they keep busy, and one more,
 * because a few files mostly wait for a program or a time-out. Vitest's default is one fewer than there are cores.
 */
const QUICK_WORKERS = availableParallelism() + 1;

/** Files of each slow project at a time, on two cores: two projects run at once, and service tests mostly wait. */
const SLOW_WORKERS = 2;

/** What `npm test` leaves to `npm run test:rest`. */
const REST = '**/*.rest.test.ts';

/**
 * Files that judge real time (how soon a server is ready, how soon an answer comes, how long an audit may take): they run
 * before the others of `test:rest`, two at a time, so that a slow machine does not fail them by what else it is doing.
 */
const TIMED = [
  'tests/fault/timed.rest.test.ts',
  'tests/hostile/hostile.rest.test.ts',
  'tests/service/audits/{browser,interrupted}.rest.test.ts',
  'tests/service/postgres.rest.test.ts',
  'tests/deploy/{crowd,update}.rest.test.ts',
];
const TIMED_WORKERS = 2;

/** How many tests of one file at a time: each fault starts programs of its own, most of which wait. */
const SERVICE_AT_ONCE = 3;
const TIMED_AT_ONCE = 2;

/** How long `expect.poll` and a page's waits go on, in ms: nothing is judged by it, and a busy machine is slow. */
const WAIT_MS = 30_000;

/** How long one test may take, in ms, however busy the machine is. What a test judges by time it says itself. */
const TEST_MS = 120_000;

/**
 * Test files that run in the same worker process share the modules that they import. Importing them anew for each file
 * would take a third of the time of the unit tests, and 6 % of that of the slow ones. So no test may replace a module
 * (`vi.mock`), and stubs are undone after each test.
 */
const SHARED_MODULES = { isolate: false, restoreMocks: true, unstubEnvs: true, unstubGlobals: true };

/** What the server renders: TSX, and the classes that the built pages have. */
const RENDERED = {
  oxc: { jsx: { runtime: 'automatic' as const, development: false } },
  css: { modules: { generateScopedName: className } },
};
const CLASSES = { include: /\.module\.css$/, modules: { classNameStrategy: 'scoped' as const } };

/** React as the built server runs it, and faster than its development build. */
const SHIPPED = { NODE_ENV: 'production' };

/** What all projects of slow tests have in common. */
const SLOW = {
  css: CLASSES,
  ...SHARED_MODULES,
  testTimeout: TEST_MS,
  hookTimeout: 120_000,
  expect: { poll: { timeout: WAIT_MS } },
  maxWorkers: SLOW_WORKERS,
};
const SERVICE = { ...SLOW, env: SHIPPED };
/** One PostgreSQL for the run. */
const CLUSTER = ['tests/postgres/global-setup.ts'];
/** One site for the run. */
const SITE = ['tests/e2e/global-setup.ts'];

export default defineConfig({
  test: {
    sequence: { sequencer: ByLoad },
    projects: [
      {
        ...RENDERED,
        test: {
          name: 'unit',
          css: CLASSES,
          include: units,
          environment: 'node',
          testTimeout: TEST_MS,
          maxWorkers: QUICK_WORKERS,
          ...SHARED_MODULES,
        },
      },
      {
        ...RENDERED,
        test: {
          name: 'component',
          include: ['site/**/*.test.tsx'],
          testTimeout: TEST_MS,
          environment: 'happy-dom',
          // Some files mock modules, so each gets new modules and a new document, but no new process.
          pool: 'vmThreads',
          maxWorkers: QUICK_WORKERS,
          // No test asks the network for a foreign page.
          environmentOptions: { happyDOM: { settings: { disableIframePageLoading: true } } },
          setupFiles: ['site/testing/setup.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      // npm test: on the embedded database, in Chromium.
      {
        ...RENDERED,
        test: {
          ...SERVICE,
          name: 'service',
          env: { ...SHIPPED, TEST_ENGINE: 'SQLite' },
          include: ['tests/{contract,service,deploy,fault}/**/*.test.ts'],
          exclude: [REST],
        },
      },
      {
        ...RENDERED,
        test: {
          ...SLOW,
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: [REST],
          globalSetup: SITE,
        },
      },
      // npm run test:rest: the same statements on PostgreSQL, and everything else.
      {
        ...RENDERED,
        test: {
          ...SERVICE,
          name: 'postgres',
          env: { ...SHIPPED, TEST_ENGINE: 'PostgreSQL' },
          include: ['tests/{contract,postgres}/**/*.test.ts'],
          exclude: [REST],
          globalSetup: CLUSTER,
        },
      },
      {
        ...RENDERED,
        test: {
          ...SERVICE,
          name: 'rest',
          include: ['tests/{contract,service,month,deploy,fault}/**/*.rest.test.ts'],
          exclude: TIMED,
          maxConcurrency: SERVICE_AT_ONCE,
          globalSetup: CLUSTER,
        },
      },
      {
        ...RENDERED,
        test: {
          ...SERVICE,
          name: 'timed',
          include: TIMED,
          maxWorkers: TIMED_WORKERS,
          maxConcurrency: TIMED_AT_ONCE,
          globalSetup: CLUSTER,
        },
      },
      {
        ...RENDERED,
        test: { ...SLOW, name: 'browser-rest', include: ['tests/e2e/**/*.rest.test.ts'], globalSetup: SITE },
      },
      // npm run test:random
      {
        ...RENDERED,
        test: { ...SERVICE, name: 'random', include: ['tests/random/**/*.test.ts'], globalSetup: CLUSTER },
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
    ],
  },
});
