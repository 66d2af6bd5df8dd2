import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By far the longest file; it waits more than it works, so others have the processor beside it. */
const FIRST = /tests\/fault\/fault\.test\.ts$/;

/**
 * Orders the files of a run over several projects: the longest first, then those of all projects in turn. Files that
 * keep the processor busy (browsers) so run beside files that mostly wait (services), until the end.
 */
export class SideBySide extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const byProject = Map.groupBy(sorted, ({ project }) => project);
    const turn = (file: TestSpecification) => {
      const own = byProject.get(file.project) ?? [];
      return FIRST.test(file.moduleId) ? -1 : own.indexOf(file) / own.length;
    };
    return sorted.toSorted((a, b) => turn(a) - turn(b));
  }
}
