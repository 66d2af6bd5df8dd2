import { testRows } from './harness/test-rows.ts';
import { suite } from './suite.ts';

// The faults that judge real time are in timed.test.ts, which runs before, beside fewer others.
testRows(suite.filter(({ timed }) => !timed));
