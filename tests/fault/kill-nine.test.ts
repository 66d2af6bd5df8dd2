import { testRows } from './harness/test-rows.ts';
import { killNine } from './rows/kill-nine.ts';

// The one fault of npm test; the others, and more kills, are in test:rest.
testRows([{ ...killNine, dose: { full: 4, quick: 4 } }]);
