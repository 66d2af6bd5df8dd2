import type { Row } from './harness/row.ts';
import { betweenSendAndMark } from './rows/between-send-and-mark.ts';
import { burst } from './rows/burst.ts';
import { killNine } from './rows/kill-nine.ts';
import { poisoned } from './rows/poisoned.ts';
import { refusedByAll } from './rows/refused.ts';
import { sameId } from './rows/same-id.ts';
import { sigterm } from './rows/sigterm.ts';
import { weather } from './rows/weather.ts';

/** Every fault, in the order of the table. */
export const suite: readonly Row[] = [
  killNine,
  betweenSendAndMark,
  weather,
  refusedByAll,
  poisoned,
  sameId,
  sigterm,
  burst,
];
