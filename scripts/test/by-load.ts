import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest test files, which start first, in this order (each run prints its ten slowest). A slow file that started
 * last would keep one worker busy while the others have nothing left to run.
 */
const LONGEST = [
  'tests/fault/fault',
  'tests/service/audits/browser',
  'tests/fault/timed',
  'tests/month/month',
  'tests/service/stop',
  'tests/contract/worker',
  'tests/service/postgres',
  'tests/hostile/hostile',
  'tests/deploy/crowd',
  'tests/deploy/offsite',
  'tests/service/scale',
  'tests/e2e/pages',
  'tests/e2e/reading',
  'tests/e2e/own-audit',
  'tests/e2e/engines',
  'tests/e2e/keyboard',
  'tests/e2e/lead-network',
  'tests/e2e/one-call',
  'tests/e2e/desk',
  'tests/e2e/audit',
  'tests/e2e/effects/page-thread',
  'tests/e2e/commands',
  'tests/e2e/effects/lifecycle',
  'tests/e2e/booking',
  'tests/e2e/without-script',
];

/**
 * Runs the files of one project after those of the other, because Vitest needs a new worker process whenever the project
 * changes. Within a project the files of `LONGEST` come first, then the others in Vitest's order.
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
