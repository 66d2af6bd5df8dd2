import { spawn } from 'node:child_process';
import { alarms } from '#content/alarms.ts';
import type { Instant } from '#domain/instant.ts';
import { frenchTime } from '../system/french-time.ts';
import type { Log } from '../system/log.ts';
import type { AlarmDetail } from './watch-alarms.ts';

/** Long enough to send a text message, short enough that a program that hangs is told soon. */
const TIMEOUT_MS = 30_000;

export interface AlarmCommand {
  /** Starts the program with the alarm's JSON on its standard input; resolves when it has ended. Never rejects. */
  tell(alarm: AlarmDetail, cause: string | undefined): Promise<void>;
  /** Kills what is still running. */
  stop(): void;
}

/**
 * The operator's own way to hear of an alarm, beside mail and webhook: a program, started without a shell and with none
 * of the settings in its environment.
 * @param program absolute path
 */
export function alarmCommand(
  program: string,
  log: Pick<Log, 'error' | 'info'>,
  timeoutMs = TIMEOUT_MS,
): AlarmCommand {
  const stopping = new AbortController();

  return {
    async tell(detail, cause) {
      const { alarm } = detail;
      const failed = await run(jsonOf(detail, cause));
      if (failed === undefined) log.info({ alarm }, 'ALARM_COMMAND a été prévenu de l’alerte.');
      else if (!stopping.signal.aborted) log.error({ alarm, reason: failed }, FAILED);
    },
    stop: () => stopping.abort(),
  };

  /** @returns why it failed; undefined: it ended with 0 */
  function run(json: string): Promise<string | undefined> {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const { PATH, HOME, LANG } = process.env;
    const child = spawn(program, [], {
      shell: false,
      env: { PATH, HOME, LANG },
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      signal: stopping.signal,
    });
    child.on('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => {
      if (code === 0) resolve(undefined);
      else
        resolve(
          code === null
            ? `arrêté par ${signal}, au plus tard après ${timeoutMs / 1000} s`
            : `code de sortie ${code}`,
        );
    });
    // A program that does not read its input may close it before.
    child.stdin.once('error', () => {});
    child.stdin.end(`${json}\n`);
    return promise;
  }
}

function jsonOf({ alarm, since, until }: AlarmDetail, cause: string | undefined): string {
  const iso = (at: Instant) => new Date(at).toISOString();
  const { subject, text, todo } = alarms[alarm];
  return JSON.stringify({
    type: until === undefined ? 'alarm.raised' : 'alarm.over',
    alarm,
    since: iso(since),
    ...(until === undefined
      ? { subject, text: text(frenchTime(since)), ...(cause !== undefined && { cause }), todo }
      : { until: iso(until), subject: alarms[alarm].over }),
  });
}

const FAILED =
  'ALARM_COMMAND n’a pas pu dire une alerte ; l’e-mail et le webhook en parlent aussi. Rien n’est perdu. ' +
  'Vérifiez que ce programme existe, qu’il peut être exécuté par le compte du site, et qu’il finit en 30 s avec le code 0.';
