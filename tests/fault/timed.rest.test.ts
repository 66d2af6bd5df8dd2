import { testRows } from './harness/test-rows.ts';
import { suite } from './suite.ts';

testRows(suite.filter(({ timed }) => timed));
