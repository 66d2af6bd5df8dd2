import { describe, expect, it } from 'vitest';
import { closingLine, countVitest, failures, slowest, sum, type VitestReport } from './counts.ts';

const green: VitestReport = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    {
      name: 'a.test.ts',
      message: '',
      status: 'passed',
      startTime: 1000,
      endTime: 3500,
      assertionResults: [{ status: 'passed', fullName: 'adds' }],
    },
  ],
};

const red = {
  name: 'b.test.ts',
  message: '',
  status: 'failed',
  startTime: 1000,
  endTime: 1100,
  assertionResults: [
    { status: 'passed', fullName: 'adds' },
    { status: 'failed', fullName: 'subtracts', failureMessages: ['expected 1 to be 2'] },
  ],
};

const unloaded = {
  name: 'c.test.ts',
  message: 'Cannot find module',
  status: 'failed',
  startTime: 0,
  endTime: 0,
  assertionResults: [],
};

describe('counts', () => {
  it('counts are those of Vitest’s report', () => {
    expect(countVitest(green, 0)).toEqual({ passed: 3, failed: 0, skipped: 2 });
  });

  it('a file that could not be loaded counts as a failure', () => {
    const testResults = [...green.testResults, unloaded];
    expect(countVitest({ ...green, testResults }, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 });
  });

  it('a file whose tests failed is not counted again', () => {
    expect(countVitest({ ...green, numFailedTests: 1, testResults: [red] }, 1).failed).toBe(1);
  });

  it('only failures are listed, each with its reason', () => {
    expect(failures({ ...green, testResults: [...green.testResults, red, unloaded] })).toEqual([
      'b.test.ts: subtracts\nexpected 1 to be 2',
      'c.test.ts: Cannot find module',
    ]);
    expect(failures(undefined)).toEqual([]);
  });

  it.each([
    ['without a report', undefined, 0],
    ['that ended badly although no test failed', green, 1],
    ['that a signal ended', green, null],
    ['without a test', { ...green, numPassedTests: 0, testResults: [] }, 0],
  ] as const)('takes a run %s for a failure', (_, report, exitCode) => {
    expect(countVitest(report, exitCode).failed).toBe(1);
  });

  it('the slowest files are listed first', () => {
    const testResults = [red, ...green.testResults, ...Array(20).fill(unloaded)];
    const lines = slowest({ ...green, testResults });
    expect(lines).toHaveLength(10);
    expect(lines.slice(0, 2)).toEqual(['    2.5 s  a.test.ts', '    0.1 s  b.test.ts']);
  });

  it('a skipped test counts as failed in strict mode', () => {
    const all = [
      { passed: 1, failed: 0, skipped: 0 },
      { passed: 2, failed: 1, skipped: 3 },
    ];
    expect(sum(all, false)).toEqual({ passed: 3, failed: 1, skipped: 3 });
    expect(sum(all, true)).toEqual({ passed: 3, failed: 4, skipped: 0 });
  });

  it('the last line has the totals', () => {
    expect(closingLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
    expect(closingLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
  });
});
