import { spawn } from 'node:child_process';
import type { Log } from '../system/log.ts';

/**
 * Tells systemd that the server is ready, when systemd waits for it (Type=notify). Node cannot write to the datagram
 * socket itself; systemd's own program does (https://www.freedesktop.org/software/systemd/man/latest/systemd-notify.html).
 */
export function tellSystemd(environment: NodeJS.ProcessEnv, log: Log): void {
  if (!environment.NOTIFY_SOCKET) return;
  const child = spawn('systemd-notify', ['--ready'], { stdio: 'ignore', env: environment });
  child.once('error', (error) => log.error({ err: error }, NOT_TOLD));
  child.once('exit', (code) => {
    if (code !== 0) log.error({ code }, NOT_TOLD);
  });
}

const NOT_TOLD =
  'systemd n’a pas pu être averti que le site est ouvert, et l’arrêtera bientôt. Les contacts enregistrés sont intacts. ' +
  'Mettez Type=exec à la place de Type=notify dans l’unité, puis relancez.';
