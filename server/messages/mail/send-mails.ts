import type { CompiledQuery } from 'kysely';
import type { Logger } from 'pino';
import type { Instant } from '#domain/instant.ts';
import { isAsciiAddress } from '../../config/env.ts';
import { retryDelay } from '../../queue/backoff.ts';
import type { Clock } from '../../system/clock.ts';
import { type ClaimedMessage, type Settlement, settle } from '../message-queue.ts';
import { messageDetail } from '../new-message.ts';
import { hasAskedForErasure, type Waited } from '../visitor-mails.ts';
import type { Dropped, MailDeps, MailName } from './mail-kind.ts';
import type { MailOutcome, MailTransport, OutgoingMail } from './transport.ts';

const HOUR_MS = 60 * 60_000;
/**
 * A visitor's mail is given up so long after there was room for it: by then it would come too late to be of use. One
 * about a call is made days before it is due, and is of use until the call.
 */
const VISITOR_GIVE_UP_MS = 3 * 24 * HOUR_MS;

export interface SendDeps extends MailDeps {
  readonly transport: MailTransport;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

export interface MailSender {
  /** Sends one mail and records the outcome. */
  deliver(message: ClaimedMessage, owner: string, signal: AbortSignal): Promise<void>;
  /** For how many milliseconds no mail should be tried: after a failure that concerns every mail. */
  pausedForMs(): number;
}

/** Sends claimed mails; those to the owner are retried without end. */
export function mailSender(deps: SendDeps): MailSender {
  const { db, transport, clock, random, log } = deps;
  let failures = 0;
  let pausedUntil = 0;

  return {
    pausedForMs: () => pausedUntil - clock.now(),

    async deliver(message, owner, signal) {
      const { id, kind } = message;
      const written = await writeMail(deps, message, clock.now());
      if ('dropped' in written) {
        await settle(db, owner, id, { state: 'dropped', why: written.dropped }, clock.now());
        return;
      }
      const begun = clock.now();
      const outcome = await transport.send(written.mail, signal);
      if (outcome.kind !== 'transient' || !outcome.everyMail) failures = 0;
      // Mails that are sent at once fail together: only the first of them makes the pause longer.
      else if (begun >= pausedUntil) {
        failures += 1;
        pausedUntil = clock.now() + retryDelay(failures, random());
      }
      const settlement = settlementOf(deps, message, outcome);
      const following = outcome.kind === 'accepted' ? written.following : [];
      await settle(db, owner, id, settlement, clock.now(), following);
      // A mail server's answer may contain the address: it goes into the row, not into the log.
      if (settlement.state === 'sent')
        log.info({ messageId: id, kind }, 'E-mail accepté par le serveur de messagerie.');
      else if (settlement.state === 'failed')
        log.warn(
          { messageId: id, kind },
          'Un e-mail ne peut pas arriver : l’essai est abandonné. ./oui show en dit la raison.',
        );
      else
        log.warn(
          { messageId: id, kind, unknown: settlement.unknown === true },
          'E-mail pas encore accepté : il reste dans la base de données et repartira tout seul. npm run doctor en dit la raison.',
        );
    },
  };
}

function settlementOf(
  { kinds, clock, random }: SendDeps,
  message: ClaimedMessage,
  outcome: MailOutcome,
): Settlement {
  if (outcome.kind === 'accepted') return { state: 'sent', receipt: outcome.receipt };
  const { recipient, kind, created_at, attempts } = message;
  const why = outcome.message;
  const { notBefore = created_at } = messageDetail<Waited>(message);
  const { isPatient = recipient === 'owner' } = kinds[kind as MailName];
  const patient = isPatient || clock.now() - notBefore < VISITOR_GIVE_UP_MS;
  const unknown = outcome.kind === 'transient' && outcome.unknown;
  // The owner can correct a wrong OWNER_EMAIL, and then the mail has to leave.
  if (outcome.kind === 'refused' && recipient === 'owner')
    return { state: 'waiting', why, unknown, retryInMs: HOUR_MS };
  if (outcome.kind === 'refused' || !patient) return { state: 'failed', why, unknown };
  return { state: 'waiting', why, unknown, retryInMs: retryDelay(attempts, random()) };
}

/** A mail to send and the statements to run once it is accepted, or why it is dropped. */
type WrittenMail = { readonly mail: OutgoingMail; readonly following: readonly CompiledQuery[] } | Dropped;

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
