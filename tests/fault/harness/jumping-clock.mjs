// Given to the server's Node by --import: its wall clock jumps by the milliseconds in FAULT_CLOCK_FILE at each SIGUSR2,
// as after a correction of the machine's time. Its monotonic clock and its timers stay what they are.
import { readFileSync } from 'node:fs';

const now = Date.now.bind(Date);
let offset = 0;
const read = () => {
  offset = Number(readFileSync(process.env.FAULT_CLOCK_FILE ?? '', 'utf8'));
};
read();
// The server counts from the instant at which its process began: a jump shows there after a restart.
Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + offset });
Date.now = () => now() + offset;
process.on('SIGUSR2', read);
