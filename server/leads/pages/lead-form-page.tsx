import { emailSlip } from '#content/email-slip.ts';
import { proposedEmail } from '#domain/email-slips.ts';
import type { FieldError } from '#domain/errors.ts';
import { FORM_PAGE, PAGE_FIELD } from '#domain/form-page.ts';
import type { Lead } from '#domain/lead.ts';
import { Button } from '#site/components/ui/Button.tsx';
import { LeadFields } from '#site/islands/lead-form/LeadFields.tsx';
import { Alert, Support } from '../../http/pages/parts.tsx';
import type { OwnPage } from '../../http/pages/template.ts';
import type { TypedForm } from '../form-lead.ts';

export interface FormPage {
  /** What happened, one sentence. */
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  /** Kept in the fields, to be sent again. */
  readonly typed: TypedForm;
  /** The page that the form was posted from, as a path; it is named when it is posted again. */
  readonly page?: string | undefined;
  /** What the page's script has added to the form: it stays the same lead when it is posted again. */
  readonly session?: Pick<Lead, 'userId' | 'url'> | undefined;
}

const TITLE = 'Votre demande n’est pas encore partie';

/** The page a visitor without JavaScript gets when the form could not be taken: what is wrong, and the form again. */
export function leadFormPage({ detail, errors = [], typed, page, session }: FormPage): OwnPage {
  const meant = proposedEmail(typed.email);
  const wrong = (name: string) => errors.find(({ field }) => field === name)?.message;
  // A likely slip is asked about as loudly as a fault is told; beside a fault it is a hint.
  const asked = meant !== undefined && wrong('email') === undefined ? emailSlip.asked(meant) : undefined;
  const faultOf = (name: string) => wrong(name) ?? (name === 'email' ? asked : undefined);
  return {
    title: TITLE,
    main: (
      <>
        <h1>{TITLE}</h1>
        <Alert text={detail} />
        <form method="post" action="/api/leads">
          <LeadFields
            faultOf={faultOf}
            typed={typed}
            asked={meant && typed.email}
            emailHint={asked === undefined && meant !== undefined ? emailSlip.proposed(meant) : undefined}
            focus={errors[0]?.field ?? (meant && 'email')}
          />
          {page !== undefined && <input type="hidden" name={PAGE_FIELD} value={page} />}
          {session && <input type="hidden" name="userId" value={session.userId} />}
          {session && <input type="hidden" name="url" value={session.url} />}
          <Button type="submit" wide>
            Envoyer à nouveau
          </Button>
        </form>
        <Support />
        <p>
          <a href={FORM_PAGE}>Retour à l’offre</a>
        </p>
      </>
    ),
  };
}
