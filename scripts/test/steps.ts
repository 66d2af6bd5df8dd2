export interface Step {
  readonly name: string;
  /** A program of node_modules/.bin, or `node`. */
  readonly program: string;
  readonly args: readonly string[];
}

/** Each has a tsconfig of its own that says what it may know of. */
const TERRITORIES = ['domain', 'content', 'site', 'server', 'tests'];

/** Also writes the types that the others need, so it comes before them. */
export const siteTypes: Step = { name: 'types: astro', program: 'astro', args: ['check'] };

/** What needs neither a browser nor a server. */
export const staticSteps: readonly Step[] = [
  { name: 'format and lint: Biome', program: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { name: 'format: Prettier', program: 'prettier', args: ['--check', 'site/**/*.astro'] },
  { name: '.env.example', program: 'node', args: ['scripts/env-example.ts', '--check'] },
  { name: 'README figures', program: 'node', args: ['scripts/readme-figures.ts', '--check'] },
  ...TERRITORIES.map((territory) => ({
    name: `types: ${territory}`,
    program: 'tsc',
    args: ['-p', territory],
  })),
];

/** The projects of vitest.config.ts that `--quick` runs, and those that only the whole run does, in one go each. */
export const quickProjects = ['unit', 'component'];
export const slowProjects = ['service', 'browser'];
