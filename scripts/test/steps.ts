export interface Step {
  readonly name: string;
  /** A program of node_modules/.bin, or `node`. */
  readonly program: string;
  readonly args: readonly string[];
  /** Comes before it in the list, and must have ended: it writes what this one reads. */
  readonly after?: Step;
}

/** Writes the types of what Astro makes, which the sources of the site and the tests import. */
const astroTypes: Step = { name: 'types: astro, written', program: 'astro', args: ['sync'] };

/**
 * Checks the types of one folder by its own tsconfig, which lists what the folder may import. It runs TypeScript 7, which
 * takes a quarter of the time of version 6 (`astro check` still needs 6), on one thread, as two steps run at a time.
 */
const types = (territory: string, after?: Step): Step => ({
  name: `types: ${territory}`,
  program: 'node',
  args: ['node_modules/typescript-7/bin/tsc', '-p', territory, '--singleThreaded'],
  ...(after && { after }),
});

/**
 * What needs neither a browser nor a server. What others wait for comes first, then the longest, so that none is left to
 * run alone.
 */
export const staticSteps: readonly Step[] = [
  astroTypes,
  types('server'),
  { name: 'types: astro', program: 'astro', args: ['check', '--noSync'], after: astroTypes },
  { name: 'format and lint: Biome', program: 'biome', args: ['check', '--error-on-warnings', '.'] },
  types('tests', astroTypes),
  types('site', astroTypes),
  types('domain'),
  types('content'),
  { name: 'format: Prettier', program: 'prettier', args: ['--check', 'site/**/*.astro'] },
  { name: '.env.example', program: 'node', args: ['scripts/env-example.ts', '--check'] },
  { name: 'README figures', program: 'node', args: ['scripts/readme-figures.ts', '--check'] },
];

/** Programs that tests drive: Chromium alone, or also other browsers, proxies, PostgreSQL and restic. */
export type Programs = 'chromium' | 'all';

export type Part = 'quick' | 'test' | 'rest';

/**
 * What each command runs. `stages` are projects of vitest.config.ts: one stage follows another, and the groups of a stage
 * run at the same time, each in a Vitest process of its own.
 */
export const parts: Readonly<
  Record<
    Part,
    { checksSources: boolean; programs?: Programs; stages: readonly (readonly (readonly string[])[])[] }
  >
> = {
  quick: { checksSources: true, stages: [] },
  // Service tests mostly wait (for servers, clocks, networks), browser tests use the processor.
  test: { checksSources: true, programs: 'chromium', stages: [[['service'], ['browser']]] },
  // What judges real time runs alone: beside others it takes longer.
  rest: {
    checksSources: false,
    programs: 'all',
    stages: [[['timed']], [['rest'], ['postgres', 'browser-rest']]],
  },
};
