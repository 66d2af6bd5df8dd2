import { agency } from '#content/business.ts';
import { chatLink } from '#domain/chat-link.ts';
import { FORM_MARKS } from '#domain/form-marks.ts';
import { LEAD_LIMITS } from '#domain/lead.ts';
import { Arrow } from '../../components/ui/Arrow.tsx';
import { Button } from '../../components/ui/Button.tsx';
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
    readonly support: {
      readonly lead: string;
      readonly chat: string;
      readonly mail: string;
      readonly chatText: string;
      readonly newTab: string;
    };
    readonly news: {
      readonly received: string;
      readonly kept: string;
      readonly refused: string;
      readonly next: string;
    };
  };
}

/** Something other than white space; the browser's own bubble says which field lacks it. */
const NOT_BLANK = '.*\\S.*';

/**
 * Name and e-mail, sent once (lead-form.ts). Without JavaScript it is a plain form that posts to the same
 * service.
 */
export function LeadForm({ idPrefix, inDialog = false, words }: Props) {
  const { support, news } = words;
  return (
    <form
      className={css.form}
      tabIndex={-1}
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
          aria-describedby={`${idPrefix}-name-fault`}
        />
        <p className={css.fault} id={`${idPrefix}-name-fault`} data-fault="name" />
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
          aria-describedby={`${idPrefix}-email-fault`}
        />
        <p className={css.fault} id={`${idPrefix}-email-fault`} data-fault="email" />
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
      <p className={css.support}>
        {support.lead}{' '}
        <a href={chatLink(agency.chatNumber, support.chatText)} target="_blank" rel="noopener">
          {support.chat}
          <Arrow className={css.out} to="out" />
          <span className="visually-hidden"> ({support.newTab})</span>
        </a>
        , <a href={`mailto:${agency.email}`}>{support.mail}</a>
      </p>
      <p
        className={css.news}
        role="status"
        hidden
        data-lead-news=""
        data-received={news.received}
        data-kept={news.kept}
        data-refused={news.refused}
      >
        <span /> <a href="/introduction">{news.next}</a>
      </p>
      <p className={css.privacy}>
        {words.privacy} <a href="/privacy-policy">{words.privacyLink}</a>
      </p>
    </form>
  );
}
