import { testRows } from './harness/test-rows.ts';
import { suite } from './suite.ts';

// Those that judge real time are in timed.test.ts: in two files, two workers share the faults.
testRows(suite.filter(({ timed }) => !timed));
