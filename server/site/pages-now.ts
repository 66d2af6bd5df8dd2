import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { mostStartsADay, officeDay, startOfDay } from '#domain/availability.ts';
import { withTimes } from '../bookings/pages/times-ahead.tsx';
import type { BookingDeps } from '../bookings/routes/deps.ts';
import { representations, type SiteFile } from './site-files.ts';

/** What is wanted from the free times to show the first of them. */
export type TimesDeps = Pick<BookingDeps, 'availability' | 'times' | 'now'>;

const STEP_2 = '/introduction';
const DAY_MS = 24 * 60 * 60_000;
/** A fortnight holds five days with free times, unless the agency is on holiday. */
const DAYS = 14;
/** Longer than a list takes that is not known yet. Then the page goes without its times, which its script brings. */
const PATIENCE_MS = 300;
/** Nearly as small as at the build, in a tenth of the time: somebody waits for it. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const compress = promisify(brotliCompress);

/**
 * Makes the page of step 2 with the times that are free at the moment, the same for everybody; made again when others are free.
 * @param patienceMs how long a page waits for the free times
 * @returns the page as built for every other address, and while the free times cannot be had in time
 */
export function pagesNow({ availability, times, now }: TimesDeps, patienceMs = PATIENCE_MS) {
  let made: { readonly starts: string; readonly page: Promise<SiteFile> } | undefined;
  const mostADay = mostStartsADay(availability);

  const make = async (file: SiteFile, starts: readonly number[]): Promise<SiteFile> => {
    const { timeZone } = availability;
    const html = withTimes(file.identity.bytes.toString('utf8'), { starts, timeZone, mostADay });
    if (html === undefined) return file;
    const bytes = Buffer.from(html);
    return { ...file, ...representations(bytes, file.brotli && (await compress(bytes, QUALITY))) };
  };

  const withFreeTimes = async (file: SiteFile): Promise<SiteFile> => {
    const today = startOfDay(officeDay(now(), times.clock()) ?? 0, times.clock());
    const starts = await times.list(today, today + DAYS * DAY_MS);
    if (starts.length === 0) return file;
    const key = starts.join();
    if (made?.starts !== key) made = { starts: key, page: make(file, starts) };
    return made.page;
  };

  return async (address: string, file: SiteFile): Promise<SiteFile> => {
    if (address !== STEP_2) return file;
    const { promise: late, resolve } = Promise.withResolvers<SiteFile>();
    const timer = setTimeout(resolve, patienceMs, file);
    return Promise.race([withFreeTimes(file).catch(() => file), late]).finally(() => clearTimeout(timer));
  };
}
