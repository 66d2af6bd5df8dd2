export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The part of Vitest's JSON report that is counted. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    /** The file, and what kept it from being loaded. */
    readonly name: string;
    readonly message: string;
    readonly status: string;
    /** When its first test began and its last ended, in milliseconds. */
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/**
 * Counts one run of Vitest. Whatever is not plainly a success is a failure: a file that could not be loaded, a
 * run that ended badly although no test failed, a run without a report or without a test.
 * @param report undefined when none could be read
 * @param exitCode null when a signal ended it
 */
export function countVitest(report: VitestReport | undefined, exitCode: number | null): Counts {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const unloaded = report.testResults.filter(couldNotBeLoaded).length;
  const passed = report.numPassedTests;
  const failed = report.numFailedTests + unloaded;
  const endedBadly = exitCode !== 0 || passed === 0;
  return {
    passed,
    failed: failed === 0 && endedBadly ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * What failed in one run of Vitest, to be said again where the log ends: the middle is lost wherever
 * only the last lines of a log are kept.
 * @returns for each failure the file, the test and why
 */
export function failures(report: VitestReport | undefined): string[] {
  return (report?.testResults ?? []).flatMap((file) =>
    couldNotBeLoaded(file)
      ? [`${file.name}: ${file.message}`]
      : file.assertionResults
          .filter(({ status }) => status === 'failed')
          .map((test) => `${file.name}: ${test.fullName}\n${test.failureMessages?.join('\n') ?? ''}`),
  );
}

/** The ten files that took longest, one line each with its seconds: where to look when the tests become slow. */
export function slowest(report: VitestReport | undefined): string[] {
  return (report?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}

function couldNotBeLoaded({ status, assertionResults }: VitestReport['testResults'][number]): boolean {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
}

/** @param strict where nothing may be skipped, what was skipped has failed */
export function sum(all: readonly Counts[], strict: boolean): Counts {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of all) {
    total.passed += passed;
    total.failed += failed + (strict ? skipped : 0);
    total.skipped += strict ? 0 : skipped;
  }
  return total;
}

/** The closing line. */
export function closingLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
