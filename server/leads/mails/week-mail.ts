import { sourceLine, stepWords } from '#content/funnel.ts';
import { mails } from '#content/mails.ts';
import { goneWords, readingWords, receivedAndRead } from '#content/read-back.ts';
import { countsVisits } from '#content/visits.ts';
import type { Week } from '#domain/working-time.ts';
import { callLinks } from '../../bookings/mails/call-mails.ts';
import type { MailBlock, MailBody } from '../../messages/mail/body.ts';
import type { MailKind, OwnerMailDeps } from '../../messages/mail/mail-kind.ts';
import { messageDetail } from '../../messages/new-message.ts';
import { frenchDay, frenchDuration, frenchTime } from '../../system/french-time.ts';
import { plainText } from '../../system/plain-text.ts';
import { type WeekFigures, weekFigures } from '../week-figures.ts';
import { owedBy } from './owed-by.ts';

/** So many sources are named. */
const MOST_SOURCES = 3;

/** Writes the weekly mail out of the figures of its week. */
export const writeWeekMail: MailKind['write'] = async (deps, message) => {
  const week = messageDetail<Pick<Week, 'from' | 'to'>>(message);
  return { body: weekMail(await weekFigures(deps.db, week, deps.now, message.id), deps) };
};

/** The weekly mail: what came, what was answered and how fast, calls, what is owed, and that mails arrive. */
export function weekMail(figures: WeekFigures, deps: OwnerMailDeps): MailBody {
  const words = mails.week;
  const { from, to, received, held, records, reading, unanswered, answeredAfter, calls, owed, stuck } =
    figures;
  const middle = medianOf(answeredAfter);
  const slowest = answeredAfter.at(-1);
  const more = owed.owed - owed.first.length;
  const items = owed.first.map((one) =>
    words.owedLine(plainText(one.name), one.promised.owed, owedBy(one, deps.now)),
  );
  const count = words.owedCount(owed.owed, owed.late, owed.atLeast);
  const list = [count, ...items, ...(more > 0 ? [words.moreOwed(more, owed.atLeast)] : [])];
  return {
    subject: words.subject(received),
    title: words.title,
    blocks: [
      receivedAndRead({ received, held, ...records }, reading !== undefined),
      // The week ends before the Monday that follows it.
      words.period(frenchDay(from), frenchDay(to - 1)),
      {
        facts: [
          ...(countsVisits ? countedLines(figures) : []),
          [words.received, String(received)],
          ...(held > 0 ? [[words.held, String(held)] as const] : []),
          [words.unanswered, String(unanswered)],
          [words.answered, String(answeredAfter.length)],
          ...(middle === undefined ? [] : [[words.median, frenchDuration(middle)] as const]),
          ...(slowest === undefined ? [] : [[words.slowest, frenchDuration(slowest)] as const]),
          [words.booked, String(calls.booked)],
          [words.callsHeld, String(calls.held)],
          ...(calls.missed > 0 ? [[words.missed, String(calls.missed)] as const] : []),
          ...(calls.unsaid > 0 ? [[words.unsaid, String(calls.unsaid)] as const] : []),
          [words.cancelled, String(calls.cancelled)],
        ],
      },
      ...goneBlocks(figures),
      ...(calls.firstUnsaid.length > 0 ? [{ heading: words.unsaidTitle }] : []),
      ...calls.firstUnsaid.flatMap((call): MailBlock[] => [
        words.unsaidLine(plainText(call.name), frenchTime(call.start)),
        { links: callLinks(call, deps), quiet: true },
      ]),
      { heading: words.owedTitle },
      items.length === 0 ? words.nothingOwed : { list },
      stuck > 0 ? words.stuck(stuck) : words.works,
    ],
  };
}

/** The records that are gone, by name, and whether the last reading could be made. */
function goneBlocks({ gone, reading }: WeekFigures): MailBlock[] {
  const names = gone.first.map(({ id, name }) => goneWords.line(plainText(name), id.slice(0, 8)));
  return [
    ...(reading === undefined || reading.problem === null
      ? []
      : [plainText(readingWords(reading, frenchTime))]),
    ...(names.length === 0
      ? []
      : [
          { heading: goneWords.title },
          goneWords.told,
          { list: [...names, ...(gone.more ? [goneWords.more] : [])] },
          goneWords.todo,
        ]),
  ];
}

/** How many saw the site and began the form, and where those who wrote came from. */
function countedLines({ funnel, funnelBefore }: WeekFigures): (readonly [string, string])[] {
  const words = mails.week;
  const sources = funnel.sources
    .filter(({ counts }) => counts.lead > 0)
    .toSorted((a, b) => b.counts.lead - a.counts.lead)
    .slice(0, MOST_SOURCES)
    .map((one) => words.source(plainText(sourceLine(one)), one.counts.lead));
  return [
    ...(['visit', 'form'] as const).map(
      (step) => [stepWords[step], words.besideBefore(funnel.total[step], funnelBefore[step])] as const,
    ),
    ...(sources.length === 0 ? [] : [[words.sources, sources.join(', ')] as const]),
  ];
}

/** @param sorted ascending */
function medianOf(sorted: readonly number[]): number | undefined {
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
