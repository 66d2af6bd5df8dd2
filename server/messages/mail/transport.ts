/** A calendar file (RFC 5546). */
export interface Invitation {
  readonly method: 'REQUEST' | 'CANCEL' | 'PUBLISH';
  readonly content: string;
}

/** A mail to send; the id is its Message-ID, the same at each attempt. */
export interface OutgoingMail {
  readonly id: string;
  readonly to: readonly string[];
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Calendars add it by themselves. */
  readonly invitation?: Invitation;
  /** To be opened one by one, where a mail tells of several. */
  readonly invitations?: readonly Invitation[];
}

export type MailOutcome =
  /** A mail server has accepted it; `receipt` is its answer. */
  | { readonly kind: 'accepted'; readonly receipt: string }
  /** The recipient's mailbox does not exist, or its address cannot be written to. */
  | { readonly kind: 'refused'; readonly message: string }
  | {
      readonly kind: 'transient';
      readonly message: string;
      /** Whether it may have been accepted all the same. */
      readonly unknown: boolean;
      /** Whether the failure concerns every mail, not just this one. */
      readonly everyMail: boolean;
    };

/** Sends mails. Never rejects: a failure is an outcome. */
export interface MailTransport {
  send(mail: OutgoingMail, signal: AbortSignal): Promise<MailOutcome>;
}
