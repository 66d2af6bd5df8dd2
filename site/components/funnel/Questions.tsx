import { agency } from '#content/business.ts';
import { termsConditions } from '#content/legal/terms-conditions.ts';
import { questions } from '#content/pages/questions.ts';
import css from './Rows.module.css';

/** What an owner asks before deciding, each answer with the way to the words that bind. */
export function Questions() {
  const { sections } = termsConditions(agency);
  return (
    <>
      <h2 className={css.title}>{questions.title}</h2>
      {questions.list.map(({ question, answer, section }) => (
        <div key={question} className={css.row}>
          <h3>{question}</h3>
          <p>
            {answer}{' '}
            <a href={`/terms-conditions#${section}`}>
              {questions.terms} {sections.find(({ id }) => id === section)?.heading}
            </a>
          </p>
        </div>
      ))}
    </>
  );
}
