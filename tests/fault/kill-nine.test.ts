import { testRows } from './harness/test-rows.ts';
import { killNineBriefly } from './rows/kill-nine.ts';

// The one fault of npm test; the others, and more kills, are in test:rest.
testRows([killNineBriefly]);
