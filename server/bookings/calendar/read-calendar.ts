import { Worker } from 'node:worker_threads';
import type { Secret } from '../../config/secrets.ts';
import type { CalendarReading, Wanted } from './busy-intervals.ts';
import type { ReadingWork } from './calendar-thread.ts';

/** Why a calendar could not be read: in French, without its address, which may be secret. */
export class CalendarUnreadable extends Error {
  override readonly name = 'CalendarUnreadable';
}

const THREAD = new URL('./calendar-thread.ts', import.meta.url);
const MOST_BYTES = 16 * 1024 * 1024;
/** Limits the parsing thread, so that a hostile calendar cannot use up the server's memory. */
const THREAD_MEMORY_MB = 512;

/** How long the download may take, and parsing it. */
export interface ReadLimits {
  readonly fetchMs: number;
  readonly parseMs: number;
}

const LIMITS: ReadLimits = { fetchMs: 10_000, parseMs: 10_000 };

/**
 * Downloads a calendar and returns its busy intervals, and what is odd in it.
 * @throws CalendarUnreadable when the download fails or is too large, or the content is no calendar
 */
export async function readCalendar(url: Secret, wanted: Wanted, limits = LIMITS): Promise<CalendarReading> {
  const text = await fetchText(url.reveal().replace(/^webcals?:/, 'https:'), limits.fetchMs);
  return parseAside({ text, wanted }, limits.parseMs);
}

async function fetchText(address: string, ms: number): Promise<string> {
  try {
    const response = await fetch(address, {
      signal: AbortSignal.timeout(ms),
      headers: { accept: 'text/calendar' },
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new CalendarUnreadable(`l’agenda répond ${response.status}`);
    }
    let text = '';
    let bytes = 0;
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) throw new CalendarUnreadable('l’agenda dépasse 16 Mio');
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof CalendarUnreadable) throw error;
    const late = error instanceof Error && error.name === 'TimeoutError';
    throw new CalendarUnreadable(late ? 'l’agenda ne répond pas à temps' : 'l’agenda n’est pas joignable');
  }
}

/** Parses in a thread of its own, which is ended after that time. */
function parseAside(work: ReadingWork, ms: number): Promise<CalendarReading> {
  const { promise, resolve, reject } = Promise.withResolvers<CalendarReading>();
  const thread = new Worker(THREAD, {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
    stderr: true,
  });
  const fail = (why: string) => reject(new CalendarUnreadable(why));
  const timer = setTimeout(() => {
    fail('l’agenda est trop long à lire');
    void thread.terminate();
  }, ms);
  thread.once('message', resolve);
  thread.once('error', () => fail('ce n’est pas un agenda lisible (format iCalendar attendu)'));
  thread.once('exit', () => {
    clearTimeout(timer);
    fail('l’agenda n’a pas pu être lu');
  });
  return promise;
}
