// Island because it is sent in place, and says under each field what is wrong with it.
import { type FormEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { sales } from '#content/pages/sales.ts';
import { shared } from '#content/pages/shared.ts';
import { chatLink } from '#domain/chat-link.ts';
import { cleanEmail, faultOfEmail } from '#domain/email.ts';
import type { FieldError } from '#domain/errors.ts';
import { HIDDEN_FIELDS } from '#domain/hidden-fields.ts';
import { TYPED_FIELDS } from '#domain/lead-fields.ts';
import { Arrow } from '../../components/ui/Arrow.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { PhoneLink } from '../../components/ui/PhoneLink.tsx';
import { type FormState, READY, type Sending } from '../../lead/form-state.ts';
import { attr, FAILED, KEPT, LEAD_FORM, OFFLINE, SENDING } from '../../markup.ts';
import type { EmailLine } from '../email-field/EmailField.tsx';
import { LeadFields } from './LeadFields.tsx';
import css from './LeadForm.module.css';
import { News, useNews } from './News.tsx';

interface Props {
  /** Two forms stand on one page: their fields need ids of their own. */
  readonly idPrefix: string;
  /** In a dialog the first field takes the focus when it opens. */
  readonly inDialog?: boolean;
  readonly contact: Contact;
  /** The page's way to send this form; none at build. */
  readonly sending?: Sending;
}

const AT_BUILD: Sending = {
  state: () => READY,
  tells: () => false,
  subscribe: () => () => {},
  send: async () => {},
};

/**
 * The lead's fields, sent once. Before React comes the page itself sends it (before-react.ts), without JavaScript it is
 * a plain form that posts to the same server.
 */
export function LeadForm({ idPrefix, contact, inDialog = false, sending = AT_BUILD }: Props) {
  const words = sales.form;
  const form = useRef<HTMLFormElement>(null);
  const emailLine = useRef<EmailLine>(null);
  // What the page has shown until now it has taken back: the first picture is the built one.
  const state = useSyncExternalStore(sending.subscribe, sending.state, () => READY);
  // What the rule of domain/ finds wrong is said at once; the server's word is asked for after that.
  const [fault, setFault] = useState<FieldError>();
  // Sent before React came, the server asks whether the address is a slip; from here on the line below does.
  const isAsked = state.kind === 'invalid' && state.errors[0]?.field === HIDDEN_FIELDS.asked;
  const errors = fault ? [fault] : state.kind === 'invalid' && !isAsked ? state.errors : [];
  const isWaiting = state.kind === 'kept';
  const tells = useSyncExternalStore(sending.subscribe, sending.tells, () => false);
  const news = useNews(tells || isWaiting);

  useLayoutEffect(() => {
    if (fault) focusFirst(form.current, { kind: 'invalid', errors: [fault] });
    else if (isAsked) emailLine.current?.holdsBack();
    else if (state.kind === 'invalid' || state.kind === 'failed') focusFirst(form.current, state);
  }, [state, fault, isAsked]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    let isHeld = false;
    try {
      const email = cleanEmail(String(new FormData(event.currentTarget).get('email')));
      const message = faultOfEmail(email);
      setFault(message ? { field: 'email', message } : undefined);
      isHeld = message !== undefined || emailLine.current?.holdsBack() === true;
    } catch {
      // The server looks at it again.
    }
    const form = event.currentTarget;
    if (!isHeld) sending.send(form).catch(() => form.submit());
  };
  const problem =
    state.kind === 'failed' ? words.failed : textOf(errors.filter(({ field }) => !isField(field)));
  const isSending = state.kind === 'sending';
  return (
    <form
      ref={form}
      className={css.form}
      tabIndex={-1}
      method="post"
      action="/api/leads"
      aria-busy={isSending || undefined}
      onSubmit={submit}
      {...attr(LEAD_FORM)}
      {...attr(SENDING, words.submitting)}
      {...attr(KEPT, words.news.waiting)}
      {...attr(OFFLINE, words.news.offline)}
      {...attr(FAILED, words.failed)}
    >
      <LeadFields
        ids={`${idPrefix}-`}
        faultOf={(name) => textOf(errors.filter(({ field }) => field === name))}
        // Only in a dialog, where the platform moves the focus anyway.
        focus={inDialog ? TYPED_FIELDS[0] : undefined}
        line={emailLine}
      />
      <Button type="submit" wide disabled={isSending}>
        {isSending ? words.submitting : words.submit}
      </Button>
      <p className="fault" role="alert">
        {problem}
      </p>
      {/* A lead that is still kept may never leave: a filter may block whatever this page sends. */}
      <Support {...contact} isNeeded={news?.state === 'kept'} />
      <News news={news} isWaiting={isWaiting} />
      <p className="hint">
        {words.privacy} <a href="/privacy-policy">{words.privacyLink}</a>
      </p>
    </form>
  );
}

function isField(name: string): boolean {
  return TYPED_FIELDS.some((field) => field === name);
}

function textOf(errors: readonly FieldError[]): string {
  return errors.map(({ message }) => message).join(' ');
}

/** The first field that is at fault, in the server's own order; without one, what sends again. */
function focusFirst(form: HTMLFormElement | null, state: FormState): void {
  const at = state.kind === 'invalid' ? state.errors.find(({ field }) => isField(field)) : undefined;
  const first = at ? form?.elements.namedItem(at.field) : form?.querySelector('[type=submit]');
  if (first instanceof HTMLElement) first.focus();
}

/** The agency's; given by the page, so that the owner's facts are not part of what every browser fetches. */
interface Contact {
  readonly chatNumber: string;
  readonly email: string;
  readonly phone: string;
}

/** Where somebody turns whose form failed; hidden while nothing has (LeadForm.module.css). */
function Support({ chatNumber, email, phone, isNeeded }: Contact & { readonly isNeeded: boolean }) {
  const { support } = sales.form;
  return (
    <p className={isNeeded ? undefined : css.support}>
      {support.lead} {/* The arrow and the comma stay on the line of the word before them. */}
      <span className={css.whole}>
        <a href={chatLink(chatNumber, support.chatText)} target="_blank" rel="noopener">
          {support.chat}
          <Arrow className={css.out} to="out" />
          <span className="visually-hidden"> ({shared.newTab})</span>
        </a>
        ,
      </span>{' '}
      <a href={`mailto:${email}`}>{email}</a>, <PhoneLink phone={phone} />
    </p>
  );
}
