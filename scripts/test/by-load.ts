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
  'tests/contract/changed-meanwhile',
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
 * Sorts test files by project, the browser tests last: Vitest starts a new worker process whenever the next file belongs
 * to another project. Within a project, the files of `LONGEST` come first; the others keep Vitest's order.
 */
export class ByLoad extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((name) => moduleId.replace('.rest.', '.').endsWith(`/${name}.test.ts`));
      return found === -1 ? LONGEST.length : found;
    };
    const inBrowser = ({ project }: TestSpecification) => Number(project.name.startsWith('browser'));
    return (await super.sort(files)).toSorted((a, b) => inBrowser(a) - inBrowser(b) || place(a) - place(b));
  }
}
