import { agency } from '#content/business.ts';
import { sales } from '#content/pages/sales.ts';
import { FORM_ADDRESS } from '#domain/form-page.ts';
import type { OwnPage } from './template.ts';

/** What a screen reader says at once. */
export function Alert({ text }: { readonly text: string | undefined }) {
  return text === undefined ? undefined : <p role="alert">{text}</p>;
}

/** Plain paragraphs. */
export function Paragraphs({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text) => <p key={text}>{text}</p>);
}

/** Where to write to the agency. */
export function MailtoLink() {
  return <a href={`mailto:${agency.email}`}>{agency.email}</a>;
}

/** How to reach the support that the error messages speak of. */
export function Support() {
  return (
    <p>
      {sales.form.support.lead} <MailtoLink />
    </p>
  );
}

/** Names and what is to be said of each; of what is false, nothing. */
export function Definitions({ rows }: { readonly rows: readonly (readonly [string, string | false])[] }) {
  return (
    <dl>
      {rows.map(
        ([name, value]) =>
          value !== false && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** An error told to a person. @param detail what happened, one sentence */
export function problemPage(title: string, detail: string): OwnPage {
  return {
    title,
    main: (
      <>
        <h1>{title}</h1>
        <Alert text={detail} />
        <p>
          <a href="/">Aller à l’accueil</a>
        </p>
        <p>
          <a href={FORM_ADDRESS}>Aller au formulaire</a>
        </p>
        <Support />
      </>
    ),
  };
}
