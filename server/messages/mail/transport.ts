/** A mail as it leaves; the id is its Message-ID, the same at each attempt. */
export interface OutgoingMail {
  readonly id: string;
  readonly to: readonly string[];
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** A calendar file (RFC 5546) that calendars take up by themselves. */
  readonly invitation?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string };
}

export type MailOutcome =
  /** A server has taken responsibility for it, in these words; nobody has read it. */
  | { readonly kind: 'accepted'; readonly receipt: string }
  /** This mail, or whom it goes to, was refused for good. */
  | { readonly kind: 'refused'; readonly message: string }
  | {
      readonly kind: 'transient';
      readonly message: string;
      /** It may have been accepted all the same. */
      readonly unknown: boolean;
      /** Not this mail is at fault: no other would be taken either. */
      readonly everyMail: boolean;
    };

/** Hands mails over. Never rejects: what went wrong is an outcome. */
export interface MailTransport {
  send(mail: OutgoingMail, signal: AbortSignal): Promise<MailOutcome>;
}
