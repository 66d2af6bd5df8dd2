import { FORM_MARKS } from '#domain/form-marks.ts';
import { LEAD_LIMITS } from '#domain/lead.ts';
import { Button } from '../ui/Button.tsx';
import css from './LeadForm.module.css';

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

/**
 * Name and e-mail, sent once (client/lead-form.ts). Without JavaScript it is a plain form that posts to the same
 * service.
 */
export function LeadForm({ idPrefix, inDialog = false, words }: Props) {
  return (
    <form
      className={css.form}
      method="post"
      action="/api/leads"
      data-lead-form=""
      data-sending={words.submitting}
      data-failed={words.failed}
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
      <Button type="submit" wide>
        {words.submit}
      </Button>
      <p className={css.problem} role="alert" />
      <p className={css.privacy}>
        {words.privacy} <a href="/privacy-policy">{words.privacyLink}</a>
      </p>
    </form>
  );
}
