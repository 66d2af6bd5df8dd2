import type { CompiledQuery } from 'kysely';
import { mails } from '#content/mails.ts';
import { membersOf } from '../bundle.ts';
import type { ClaimedMessage } from '../claim.ts';
import type { MailBlock, MailBody } from './body.ts';
import { renderMail } from './html.ts';
import { type LeadMail, leadMail, type MessageAboutLead, writeLeadMail } from './write-lead-mail.ts';
import type { WriteDeps, WrittenMail } from './written-mail.ts';

/**
 * Writes the one mail that tells the owner what several would have: each with its own words and links.
 * @param now milliseconds since the epoch
 */
export async function writeBundle(
  deps: WriteDeps,
  { id }: Pick<ClaimedMessage, 'id'>,
  now: number,
): Promise<WrittenMail> {
  const told: { readonly message: MessageAboutLead; readonly mail: LeadMail }[] = [];
  const left: CompiledQuery[] = [];
  for (const member of await membersOf(deps.db, id)) {
    const message = member as MessageAboutLead;
    const mail = await leadMail(deps, message, now);
    if ('dropped' in mail) left.push(leftOut(deps, member.id, mail.dropped));
    else told.push({ message, mail });
  }
  const [first, ...others] = told;
  const written = (body: MailBody): WrittenMail => ({
    mail: { id, to: deps.owners, ...renderMail(body) },
    following: [...left, ...told.flatMap(({ mail: { following = [] } }) => following)],
  });
  if (first === undefined) return { dropped: 'Plus rien de ce qu’il annonçait n’est à dire.' };
  if (others.length === 0) {
    const alone = await writeLeadMail(deps, { ...first.message, id }, now);
    return 'dropped' in alone ? alone : { ...alone, following: [...left, ...(alone.following ?? [])] };
  }
  if (told.every(({ message }) => message.kind === 'owner-reminder')) {
    const { subject, title, text } = mails.reminder.several;
    return written({ subject: subject(told.length), title, blocks: [text, ...blocksOf(told)] });
  }
  const { subject, title, text, counted } = mails.bundle;
  const kinds = Map.groupBy(told, ({ message }) => message.kind);
  const counts = Object.entries(counted).flatMap(([kind, words]) => {
    const count = kinds.get(kind as keyof typeof counted)?.length ?? 0;
    return count === 0 ? [] : [words(count)];
  });
  return written({ subject: subject(counts.join(', ')), title, blocks: [text, ...blocksOf(told)] });
}

/** What it did not tell after all was no reminder. */
function leftOut({ db }: WriteDeps, id: string, why: string): CompiledQuery {
  return db.updateTable('messages').set({ bundle_id: null, last_error: why }).where('id', '=', id).compile();
}

function blocksOf(told: readonly { readonly mail: LeadMail }[]): MailBlock[] {
  return told.flatMap(({ mail: { body } }) => [{ heading: body.subject }, ...body.blocks]);
}
