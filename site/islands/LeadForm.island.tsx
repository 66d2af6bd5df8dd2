// Island because it shows sending, mistakes and failure without losing what was typed.
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FORM_MARKS } from '#domain/form-marks.ts';
import { LEAD_LIMITS } from '#domain/lead.ts';
import { submitForm } from '../client/submit-form.ts';
import { Button } from '../components/ui/Button.tsx';
import css from './LeadForm.module.css';
import { useAlive } from './use-alive.ts';

interface Props {
  /** Two forms stand on one page: their fields need ids of their own. */
  readonly idPrefix: string;
  /** In a dialog the first field takes the focus when it opens. */
  readonly inDialog?: boolean;
  readonly words: {
    readonly name: string;
    readonly email: string;
    readonly submit: string;
    readonly submitting: string;
    readonly failed: string;
    readonly trap: string;
    readonly privacy: string;
    readonly privacyLink: string;
  };
}

/** Something other than white space; the browser's own bubble says which field lacks it. */
const NOT_BLANK = '.*\\S.*';

/** Name and e-mail, sent once. Without JavaScript it is a plain form that posts to the same service. */
export function LeadForm({ idPrefix, inDialog = false, words }: Props) {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const busy = useRef(false);
  const form = useAlive<HTMLFormElement>();

  const settle = () => {
    busy.current = false;
    setSending(false);
  };

  // After this code, since it is of no use to who only reads.
  useEffect(() => {
    const element = form.current;
    if (element)
      void import('../client/proof.ts').then(
        ({ proveWork }) => proveWork(element),
        () => {},
      );
  }, [form]);

  // A page that comes back from the back/forward cache would still be sending.
  useEffect(() => {
    window.addEventListener('pageshow', settle);
    return () => window.removeEventListener('pageshow', settle);
  });

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setProblem('');
    const outcome = await submitForm(event.currentTarget);
    if (outcome.kind === 'sent' || outcome.kind === 'kept') return;
    settle();
    setProblem(outcome.kind === 'invalid' ? outcome.errors.map((e) => e.message).join(' ') : words.failed);
  };

  return (
    <form
      ref={form}
      className={css.form}
      method="post"
      action="/api/leads"
      data-lead-form=""
      aria-busy={sending}
      onSubmit={(event) => void onSubmit(event)}
    >
      <div className={css.field}>
        <label htmlFor={`${idPrefix}-name`}>{words.name}</label>
        <input
          id={`${idPrefix}-name`}
          name="name"
          type="text"
          autoComplete="name"
          // biome-ignore lint/a11y/noAutofocus: only in a dialog, where the platform moves the focus anyway
          autoFocus={inDialog}
          autoCapitalize="words"
          required
          pattern={NOT_BLANK}
          title={words.name}
          maxLength={LEAD_LIMITS.name.max}
        />
      </div>
      <div className={css.field}>
        <label htmlFor={`${idPrefix}-email`}>{words.email}</label>
        <input
          id={`${idPrefix}-email`}
          name="email"
          type="email"
          autoComplete="email"
          spellCheck={false}
          required
          maxLength={LEAD_LIMITS.email.max}
        />
      </div>
      <input type="hidden" name={FORM_MARKS.proof} />
      <div className={css.trap} aria-hidden="true">
        <label htmlFor={`${idPrefix}-${FORM_MARKS.trap}`}>{words.trap}</label>
        <input
          id={`${idPrefix}-${FORM_MARKS.trap}`}
          name={FORM_MARKS.trap}
          type="text"
          tabIndex={-1}
          autoComplete="off"
        />
      </div>
      <Button type="submit" wide disabled={sending}>
        {sending ? words.submitting : words.submit}
      </Button>
      <p className={css.problem} role="alert">
        {problem}
      </p>
      <p className={css.privacy}>
        {words.privacy} <a href="/privacy-policy">{words.privacyLink}</a>
      </p>
    </form>
  );
}
