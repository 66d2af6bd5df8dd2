import { agency } from '#content/business.ts';
import { sales } from '#content/pages/sales.ts';

/** What a screen reader says at once. */
export function Alert({ text }: { readonly text: string | undefined }) {
  return text === undefined ? undefined : <p role="alert">{text}</p>;
}

/** Plain paragraphs. */
export function Paragraphs({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text) => <p key={text}>{text}</p>);
}

/** Where to write to the agency. */
export function MailLink() {
  return <a href={`mailto:${agency.email}`}>{agency.email}</a>;
}

/** How to reach the support that the error messages speak of. */
export function Support() {
  return (
    <p>
      {sales.form.support.lead} <MailLink />
    </p>
  );
}
