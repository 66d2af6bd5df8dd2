import { StartRefused } from '#server/config/start-refused.ts';
import { BuildFailed } from './build/site.ts';

/** Runs `work`; what the operator can mend is told in its own words and ends with 1, without a stack. */
export async function tellRefusals(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StartRefused || error instanceof BuildFailed)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
