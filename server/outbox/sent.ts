import type { Instant } from '#domain/instant.ts';
import { type Lead, type LeadContent, leadContent, sameContent } from '#domain/lead.ts';

/**
 * What a lead's record may say because of us: the content that attempts have sent, which a correction of the lead does
 * not change. A search after an unknown outcome asks for this, and an erasure for all of it.
 */
export type SentVersion = LeadContent & {
  /** When it was sent last, by the sending server's clock. */
  readonly at: Instant;
  /** How many attempts may have made a record of it; 0: it was only written into one that was there. */
  readonly times: number;
};

/** More are made only by a lead that is corrected again and again while the provider never answers. */
const MOST_KEPT = 20;

/** Reads the column `outbox.sent`. */
export function sentIn(column: string | null): readonly SentVersion[] {
  return JSON.parse(column ?? '[]') as SentVersion[];
}

/** For the column `outbox.sent`. */
export function sentColumn(sent: readonly SentVersion[]): string | null {
  return sent.length === 0 ? null : JSON.stringify(sent);
}

/** As it is once an attempt has begun that sends this lead. @param times 0 where it is written into its record */
export function withSent(
  sent: readonly SentVersion[],
  lead: LeadContent,
  at: Instant,
  times: 0 | 1 = 1,
): readonly SentVersion[] {
  const before = sent.find((one) => sameContent(one, lead))?.times ?? 0;
  const others = sent.filter((one) => !sameContent(one, lead));
  return [...others, { ...contentOf(lead), at, times: before + times }].slice(-MOST_KEPT);
}

/** As it is once the attempt that began last is known to have made no record. */
export function withoutLast(sent: readonly SentVersion[]): readonly SentVersion[] {
  const last = sent.at(-1);
  if (last === undefined) return sent;
  return last.times > 1 ? sent.with(-1, { ...last, times: last.times - 1 }) : sent.slice(0, -1);
}

/** What the record says that the last attempt to create it may have made: as it was sent, or as it was written since. */
export function lastSent(sent: readonly SentVersion[]): readonly SentVersion[] {
  return sent.slice(
    Math.max(
      0,
      sent.findLastIndex(({ times }) => times > 0),
    ),
  );
}

/** A lead as it was sent. */
export function asSent(lead: Lead, sent: SentVersion): Lead {
  return { id: lead.id, status: lead.status, ...contentOf(sent) };
}

function contentOf(content: LeadContent): LeadContent {
  return leadContent((field) => content[field] ?? '');
}
