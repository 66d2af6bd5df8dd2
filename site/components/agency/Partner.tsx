import { agency } from '#content/business.ts';
import { partner } from '#content/pages/partner.ts';
import { chatLink } from '#domain/chat-link.ts';
import { ActionCard } from './ActionCard.tsx';
import css from './Partner.module.css';

/** One question, as large as the page allows, and its two answers. Both begin with yes. */
export function Partner() {
  return (
    <div className={css.page}>
      <h1 className={css.question}>{partner.question}</h1>
      <p className={css.lead}>{partner.lead}</p>
      <nav className={css.choices} aria-label={partner.choicesLabel}>
        {partner.choices.map((choice) => (
          <Choice key={choice.id} choice={choice} />
        ))}
      </nav>
    </div>
  );
}

function Choice({ choice }: { readonly choice: (typeof partner.choices)[number] }) {
  const comma = choice.answer.indexOf(' ');
  return (
    <ActionCard
      href={chatLink(agency.chatNumber, choice.chatText)}
      look={choice.id === 'partner' ? 'primary' : 'ink'}
      text={choice.text}
      newTab
    >
      <span className={css.kind}>{choice.kind}</span>
      <span className={css.answer}>
        <span className={css.yes}>{choice.answer.slice(0, comma)}</span>
        {choice.answer.slice(comma)}
      </span>
    </ActionCard>
  );
}
