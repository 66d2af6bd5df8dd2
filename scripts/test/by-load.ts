import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The fault suite is one file and by far the longest. */
const FAULTS = /tests\/fault\/fault\.test\.ts$/;

/**
 * The order of the files when the slow projects run atomically: the fault suite first, beside the service tests, which
 * wait for servers and clocks as it does; then the browsers, which need all of the processor.
 */
export class ByLoad extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const load = ({ moduleId, project }: TestSpecification) =>
      FAULTS.test(moduleId) ? 0 : project.name === 'browser' ? 2 : 1;
    return (await super.sort(files)).toSorted((a, b) => load(a) - load(b));
  }
}
