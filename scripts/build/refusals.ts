import { access, constants } from 'node:fs/promises';
import { StartRefused } from '#server/config/start-refused.ts';

/** The build failed; what was built before it is untouched. The message is for the operator, in French. */
export class BuildFailed extends Error {}

/** A service that may not change its own program (deploy/systemd) has its site built by somebody who may. */
export async function refuseReadOnly(root: string): Promise<void> {
  await access(root, constants.W_OK).catch(() => {
    throw new BuildFailed(
      'Le site construit ne va plus avec ces sources ou ces réglages, et ce compte ne peut pas écrire dans leur dossier. ' +
        'Le site construit auparavant et les données sont intacts. Lancez npm run build avec le compte à qui le dossier appartient, puis relancez.',
    );
  });
}

/** Runs `work`. An error that the operator can mend is printed as its message alone, and the exit code is 1. */
export async function tellRefusals(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StartRefused || error instanceof BuildFailed)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
