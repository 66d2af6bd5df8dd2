import { linkPages } from '#content/pages/link-pages.ts';
import { Button } from '#site/components/ui/Button.tsx';
import { TextField } from '#site/components/ui/TextField.tsx';
import { Alert, MailtoLink, Paragraphs } from '../../http/pages/parts.tsx';
import type { OwnPage } from '../../http/pages/template.ts';

/** A button, and what follows from it. */
export interface LinkChoice {
  /** What the form then says; nothing where there is one button alone. */
  readonly answer?: string;
  readonly button: string;
  readonly text?: string;
}

/** A page behind a secret link out of a mail. */
export interface LinkPage {
  /** The heading as well. */
  readonly title: string;
  /** What was wrong with the answer. */
  readonly fault?: string | undefined;
  readonly told: readonly string[];
  /** Asked by the page; the first is the likeliest. */
  readonly choices?: readonly LinkChoice[];
  readonly after?: readonly string[];
  /** Of another page, or of this one without its note: to answer anew. */
  readonly again?: string;
  /** What is said before the agency's address. */
  readonly writeTo?: string;
}

/** With the field for the amount where « gagné » is among the choices. */
export function linkPage({
  title,
  fault,
  told,
  choices = [],
  after = [],
  again,
  writeTo,
}: LinkPage): OwnPage {
  return {
    title,
    main: (
      <>
        <h1>{title}</h1>
        <Alert text={fault} />
        <Paragraphs texts={told} />
        {choices.length > 0 && (
          <form method="post">
            {choices.map((choice, index) => (
              <Answer key={choice.button} {...choice} isFirst={index === 0} />
            ))}
          </form>
        )}
        <Paragraphs texts={after} />
        {again !== undefined && (
          <p>
            <a href={again}>{linkPages.followUp.again}</a>
          </p>
        )}
        {writeTo !== undefined && (
          <p>
            {writeTo} <MailtoLink />
          </p>
        )}
      </>
    ),
  };
}

function Answer({ answer, button, text, isFirst }: LinkChoice & { readonly isFirst: boolean }) {
  const { amount } = linkPages.followUp;
  return (
    <>
      {answer === 'gagne' && (
        <TextField id="amount" name="amount" label={amount} inputMode="decimal" maxLength={15} />
      )}
      <Button type="submit" name="answer" value={answer} look={isFirst ? 'primary' : 'plain'} wide>
        {button}
      </Button>
      {text !== undefined && <p>{text}</p>}
    </>
  );
}

/** The choices that `answers` names. @param chosen the answer whose button comes first */
export function choicesOf<Answer extends string>(
  answers: Readonly<Record<Answer, { readonly button: string; readonly text: string }>>,
  chosen: unknown,
): LinkChoice[] {
  return chosenFirst(Object.keys(answers) as Answer[], chosen).map((answer) => ({
    answer,
    ...answers[answer],
  }));
}

export function chosenFirst<Answer>(answers: readonly Answer[], chosen: unknown): Answer[] {
  return answers.toSorted((a, b) => Number(b === chosen) - Number(a === chosen));
}
