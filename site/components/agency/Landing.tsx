import { agency } from '#content/business.ts';
import { landing } from '#content/pages/landing.ts';
import { chatLink } from '#domain/chat-link.ts';
import { Button } from '../ui/Button.tsx';
import { ActionCard } from './ActionCard.tsx';
import css from './Landing.module.css';

/** The agency at night: its promise, the way to its offer, and the two ways in. */
export function Landing() {
  const { analysis, accompaniment } = landing;
  return (
    <div className={css.page}>
      <h1 className={css.headline}>
        {landing.headline.map((line) => (
          <span key={line}>{line} </span>
        ))}
      </h1>
      <div className={css.lead}>
        <p>{landing.lead}</p>
        <Button look="quiet" href={landing.offer.href}>
          {landing.offer.label}
        </Button>
      </div>
      <nav className={css.cards} aria-label={landing.cardsLabel}>
        <ActionCard
          href={chatLink(agency.chatNumber, analysis.chatText)}
          look="primary"
          text={analysis.text}
          newTab
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
