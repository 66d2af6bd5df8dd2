import type { CompiledQuery } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../../store/database.ts';
import type { MessageKind } from '../../store/schema.ts';
import type { Links } from '../links.ts';
import type { ClaimedMessage } from '../message-queue.ts';
import type { MailBody } from './body.ts';
import type { OutgoingMail } from './transport.ts';

/** What mails are written with. */
export interface MailDeps {
  readonly db: Database;
  readonly links: Links;
  /** Origin of the site. */
  readonly publicUrl: string;
  readonly owners: readonly string[];
  /** Address that mails come from. */
  readonly sender: string;
  /** Address of the organizer of calls; absent: the sender's. */
  readonly organizer?: string;
  /** Whether step 2 has the field in which a visitor names a site. */
  readonly takesAudits?: boolean;
  readonly kinds: MailKinds;
}

/** The same at the moment of writing. */
export interface WriteDeps extends MailDeps {
  readonly now: Instant;
}

/** What the links in a mail to the owner are made with. */
export type OwnerMailDeps = Pick<WriteDeps, 'links' | 'publicUrl' | 'now'>;

export interface Mail extends Pick<OutgoingMail, 'invitation' | 'invitations'> {
  readonly body: MailBody;
  /** Absent: to the owner. */
  readonly to?: readonly string[];
  /** Where an answer goes, where a mail program can write to that address. */
  readonly replyTo?: string | undefined;
  /** To a visitor also after a request for erasure: that a call is cancelled, the last thing that we write. */
  readonly isFarewell?: true;
  /** The statements to run once it is accepted. */
  readonly following?: readonly CompiledQuery[];
}

/** Why a mail is not sent. */
export interface Dropped {
  readonly dropped: string;
}

export type Written = Mail | Dropped | Promise<Mail | Dropped>;

/** One kind of mail, declared where its subject is. */
export interface MailKind {
  /** What the commands call it, French. */
  readonly name: string;
  /** Whether one to a visitor is tried until it is written as dropped; others are given up after three days. */
  readonly isPatient?: true;
  /** Writes it out of what the database says now. Mails are not stored, so personal data is not kept twice. */
  readonly write: (deps: WriteDeps, message: ClaimedMessage) => Written;
}

/** A kind begins with its recipient, who gets mails. */
export type MailName = Extract<MessageKind, `owner-${string}` | `visitor-${string}`>;

export type MailKinds = Readonly<Record<MailName, MailKind>>;
