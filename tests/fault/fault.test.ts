import { testRows } from './harness/test-rows.ts';
import { suite } from './suite.ts';

// The faults that judge real time are in timed.test.ts, so that two workers run the two files at the same time.
testRows(suite.filter(({ timed }) => !timed));
