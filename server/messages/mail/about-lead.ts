import { type LeadStory, leadStory } from '../../store/leads/events.ts';
import type { ClaimedMessage } from '../message-queue.ts';
import type { MailKind, WriteDeps, Written } from './mail-kind.ts';

/**
 * How a mail about a lead is written: its visitor and the owner answer each other. None is sent once the lead is erased,
 * nor to a visitor who has asked for that.
 */
export function aboutLead(
  say: (story: LeadStory, deps: WriteDeps, message: ClaimedMessage) => Written,
): MailKind['write'] {
  return async (deps, message) => {
    const { lead_id, recipient } = message;
    const story = lead_id === null ? undefined : await leadStory(deps.db, lead_id);
    if (story === undefined) return { dropped: 'Le contact a été effacé.' };
    const written = await say(story, deps, message);
    if ('dropped' in written) return written;
    const { email } = story.lead;
    if (recipient === 'owner') return { replyTo: email, ...written };
    if (story.events.some(({ kind }) => kind === 'erasure-requested'))
      return { dropped: 'L’effacement a été demandé.' };
    return { to: [email], replyTo: deps.owners[0], ...written };
  };
}
