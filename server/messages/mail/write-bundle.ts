import { mails } from '#content/mails.ts';
import { membersOf } from '../bundle.ts';
import type { ClaimedMessage } from '../claim.ts';
import type { MailBlock } from './body.ts';
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
  for (const member of await membersOf(deps.db, id)) {
    const message = member as MessageAboutLead;
    const mail = await leadMail(deps, message, now);
    if (!('dropped' in mail)) told.push({ message, mail });
  }
  const [first, ...others] = told;
  if (first === undefined) return { dropped: 'Plus rien de ce qu’il annonçait n’est à dire.' };
  if (others.length === 0) return writeLeadMail(deps, { ...first.message, id }, now);
  const { subject, title, text, counted } = mails.bundle;
  const kinds = Map.groupBy(told, ({ message }) => message.kind);
  const counts = Object.entries(counted).flatMap(([kind, words]) => {
    const count = kinds.get(kind as keyof typeof counted)?.length ?? 0;
    return count === 0 ? [] : [words(count)];
  });
  const blocks = told.flatMap(({ mail: { body } }): MailBlock[] => [
    { heading: body.subject },
    ...body.blocks,
  ]);
  const body = { subject: subject(counts.join(', ')), title, blocks: [text, ...blocks] };
  return {
    mail: { id, to: deps.owners, ...renderMail(body) },
    following: told.flatMap(({ mail: { following = [] } }) => following),
  };
}
