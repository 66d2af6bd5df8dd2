import type { mails } from '#content/mails.ts';
import { frenchTime } from '../../system/french-time.ts';
import type { MailBody } from './body.ts';

/** The mail to the owner about a flood. @param since when it began, in milliseconds since the epoch */
export function floodMail(words: typeof mails.flood | typeof mails.rush, since: number): MailBody {
  const { subject, title, text, todo, once } = words;
  return { subject, title, blocks: [text(frenchTime(since)), { list: [...todo] }, once] };
}
