import { sales } from '#content/pages/sales.ts';
import { shared } from '#content/pages/shared.ts';
import { chatLink } from '#domain/chat-link.ts';
import { Arrow } from '../../components/ui/Arrow.tsx';
import { PhoneLink } from '../../components/ui/PhoneLink.tsx';
import css from './LeadForm.module.css';

/** The agency's; given by the page, so that the owner's facts are not part of what every browser fetches. */
export interface Contact {
  readonly chatNumber: string;
  readonly email: string;
  readonly phone: string;
}

/** Where somebody turns whose form failed; hidden while nothing has (LeadForm.module.css). */
export function Support({ chatNumber, email, phone, isNeeded }: Contact & { readonly isNeeded: boolean }) {
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
