// Island because it is sent in place, and says under each field what is wrong with it.
import { type FormEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { sales } from '#content/pages/sales.ts';
import { faultOfEmail } from '#domain/email.ts';
import type { FieldError } from '#domain/errors.ts';
import { HIDDEN_FIELDS } from '#domain/hidden-fields.ts';
import { LEAD_LIMITS } from '#domain/lead.ts';
import { Button } from '../../components/ui/Button.tsx';
import { TextField } from '../../components/ui/TextField.tsx';
import { type FormState, READY, type Sending } from '../../lead/form-state.ts';
import { attr, FAILED, KEPT, LEAD_FORM, SENDING } from '../../markup.ts';
import { EmailField } from './EmailField.tsx';
import css from './LeadForm.module.css';
import { News, useNews } from './News.tsx';
import { Support } from './Support.tsx';

interface Props {
  /** Two forms stand on one page: their fields need ids of their own. */
  readonly idPrefix: string;
  /** In a dialog the first field takes the focus when it opens. */
  readonly inDialog?: boolean;
  /** The page's way to send this form; none at build. */
  readonly sending?: Sending;
}

/** Something other than white space; the browser's own bubble says which field lacks it. */
const NOT_BLANK = '.*\\S.*';

const AT_BUILD: Sending = {
  state: () => READY,
  tells: () => false,
  subscribe: () => () => {},
  send: async () => {},
};

/**
 * Name and e-mail, sent once. Before React comes the page itself sends it (before-react.ts), without JavaScript it is
 * a plain form that posts to the same server.
 */
export function LeadForm({ idPrefix, inDialog = false, sending = AT_BUILD }: Props) {
  const words = sales.form;
  const form = useRef<HTMLFormElement>(null);
  // What the page has shown until now it has taken back: the first picture is the built one.
  const state = useSyncExternalStore(sending.subscribe, sending.state, () => READY);
  // What the rule of domain/ finds wrong is said at once; the server's word is asked for after that.
  const [fault, setFault] = useState<FieldError>();
  const errors = fault ? [fault] : state.kind === 'invalid' ? state.errors : [];
  const isWaiting = state.kind === 'kept';
  const tells = useSyncExternalStore(sending.subscribe, sending.tells, () => false);
  const news = useNews(tells || isWaiting);

  useLayoutEffect(() => {
    if (fault) focusFirst(form.current, { kind: 'invalid', errors: [fault] });
    else if (state.kind === 'invalid' || state.kind === 'failed') focusFirst(form.current, state);
  }, [state, fault]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    const message = faultOfEmail(email);
    setFault(message ? { field: 'email', message } : undefined);
    if (!message) void sending.send(event.currentTarget);
  };
  const field = <N extends Field>(name: N) => {
    return { id: `${idPrefix}-${name}`, name, fault: textOf(errors.filter((error) => error.field === name)) };
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
      {...attr(FAILED, words.failed)}
    >
      <TextField
        required
        {...field('name')}
        label={words.name}
        type="text"
        autoComplete="name"
        // Only in a dialog, where the platform moves the focus anyway.
        autoFocus={inDialog}
        autoCapitalize="words"
        pattern={NOT_BLANK}
        title={words.name}
        maxLength={LEAD_LIMITS.name.max}
      />
      <EmailField {...field('email')} />
      <input type="hidden" name={HIDDEN_FIELDS.proof} />
      {/* Not `display: none`, which programs that fill forms look for. */}
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor={`${idPrefix}-${HIDDEN_FIELDS.trap}`}>{words.trap}</label>
        <input
          id={`${idPrefix}-${HIDDEN_FIELDS.trap}`}
          name={HIDDEN_FIELDS.trap}
          type="text"
          tabIndex={-1}
          autoComplete="off"
        />
      </div>
      <Button type="submit" wide disabled={isSending}>
        {isSending ? words.submitting : words.submit}
      </Button>
      <p className="fault" role="alert">
        {problem}
      </p>
      <Support />
      <News news={news} isWaiting={isWaiting} />
      <p className="hint">
        {words.privacy} <a href="/privacy-policy">{words.privacyLink}</a>
      </p>
    </form>
  );
}

type Field = 'name' | 'email';

function isField(name: string): name is Field {
  return name === 'name' || name === 'email';
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
