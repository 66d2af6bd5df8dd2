import { agency } from '#content/business.ts';
import { landing } from '#content/pages/landing.ts';
import { chatLink } from '#domain/chat-link.ts';
import { ActionCard } from './ActionCard.tsx';
import css from './Landing.module.css';

/** The agency at night: its promise, and the two ways in. */
export function Landing() {
  const { analysis, accompaniment } = landing;
  return (
    <div className={css.page}>
      <h1 className={css.headline}>
        {landing.headline.map((line) => (
          <span key={line}>{line} </span>
        ))}
      </h1>
      <p className={css.lead}>{landing.lead}</p>
      <nav className={css.cards} aria-label={landing.cardsLabel}>
        <ActionCard
          href={chatLink(agency.chatNumber, analysis.chatText)}
          look="primary"
          text={analysis.text}
          newTab={analysis.newTab}
        >
          <span className={css.name}>{analysis.title}</span>
        </ActionCard>
        <ActionCard href="/accompagnement" look="ruled" text={accompaniment.text}>
          <span className={css.name}>{accompaniment.title}</span>
        </ActionCard>
      </nav>
    </div>
  );
}
