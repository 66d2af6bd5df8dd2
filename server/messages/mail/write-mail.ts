import type { CompiledQuery } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { isAsciiAddress } from '../../config/env.ts';
import type { ClaimedMessage } from '../claim.ts';
import { hasAskedForErasure } from '../visitor-mails.ts';
import type { Dropped, MailDeps, MailName } from './mail-kind.ts';
import type { OutgoingMail } from './transport.ts';

/** A mail to send and the statements to run once it is accepted, or why it is dropped. */
export type WrittenMail =
  | { readonly mail: OutgoingMail; readonly following: readonly CompiledQuery[] }
  | Dropped;

/** Writes a mail of any kind. */
export async function writeMail(deps: MailDeps, message: ClaimedMessage, now: Instant): Promise<WrittenMail> {
  const written = await deps.kinds[message.kind as MailName].write({ ...deps, now }, message);
  if ('dropped' in written) return written;
  const { body, to = deps.owners, replyTo, following = [], invitation, invitations, isFarewell } = written;
  // Here, at the last moment, for every kind: a stranger may go on booking and asking under the same address.
  if (message.recipient === 'visitor' && isFarewell === undefined)
    for (const email of to)
      if (await hasAskedForErasure(deps.db, deps.links, email))
        return { dropped: 'L’effacement a été demandé pour cette boîte.' };
  // Loaded with the first mail: no start waits for it.
  const { renderMail } = await import('./html.tsx');
  const mail = {
    ...{ id: message.id, to },
    // Not every mail program can answer an address in other letters.
    ...(replyTo !== undefined && isAsciiAddress(replyTo) && { replyTo }),
    ...renderMail(body),
    ...(invitation && { invitation }),
    ...(invitations && { invitations }),
  };
  return { mail, following };
}
