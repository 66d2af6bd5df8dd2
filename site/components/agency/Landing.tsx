import { agency } from '#content/business.ts';
import { landing } from '#content/pages/landing.ts';
import { chatLink } from '#domain/chat-link.ts';
import { Arrow } from '../ui/Arrow.tsx';
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
        <a
          className={`${css.card} ${css.action}`}
          href={chatLink(agency.chatNumber, analysis.chatText)}
          target="_blank"
          rel="noopener"
        >
          <span className={css.name}>
            {analysis.title}
            <span className="visually-hidden"> ({analysis.newTab})</span>
          </span>
          <span className={css.foot}>
            <span className={css.text}>{analysis.text}</span>
            <Arrow className={css.arrow} />
          </span>
        </a>
        <a className={css.card} href="/accompagnement">
          <span className={css.name}>{accompaniment.title}</span>
          <span className={css.foot}>
            <span className={css.text}>{accompaniment.text}</span>
            <Arrow className={css.arrow} />
          </span>
        </a>
      </nav>
    </div>
  );
}
