import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, in this order; a run names the ten slowest. One that began last would leave all but one
 * of the workers without work. Beside the fault suite, whose first rows judge how soon a server is ready, come those
 * that wait.
 */
const LONGEST = [
  'tests/fault/fault',
  'tests/service/stop',
  'tests/contract/worker',
  'tests/service/postgres',
  'tests/service/audits/browser',
  'tests/service/scale',
  'tests/e2e/pages',
  'tests/e2e/keyboard',
  'tests/e2e/lead-network',
  'tests/e2e/effects/lifecycle',
  'tests/e2e/own-audit',
  'tests/e2e/without-script',
  'tests/e2e/booking',
  'tests/e2e/engines',
  'tests/e2e/budget',
  'tests/e2e/commands',
];

/**
 * The order of the files when the slow projects run at once: first the service tests, which wait for servers and
 * clocks, then the browsers, which need all of the processor; the longest of each before the others.
 */
export class ByLoad extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return (project.name === 'browser' ? 100 : 0) + (found === -1 ? LONGEST.length : found);
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
