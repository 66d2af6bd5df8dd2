import type { mails } from '#content/mails.ts';
import type { Instant } from '#domain/instant.ts';
import { frenchTime } from '../../system/french-time.ts';
import type { MailBody } from './body.ts';

/** The mail to the owner about a flood. @param since when it began */
export function floodMail(words: typeof mails.flood | typeof mails.rush, since: Instant): MailBody {
  const { subject, title, text, todo, once } = words;
  return { subject, title, blocks: [text(frenchTime(since)), { list: [...todo] }, once] };
}
