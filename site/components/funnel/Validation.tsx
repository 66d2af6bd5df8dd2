import { agency } from '#content/business.ts';
import { validation } from '#content/pages/validation.ts';
import { chatLink } from '#domain/chat-link.ts';
import { Button } from '../ui/Button.tsx';
import css from './Validation.module.css';

/** Step 3: the celebration's stage, then calm: one button to the chat. */
export function Validation() {
  return (
    <div className={css.page}>
      <h1 className={css.title}>{validation.title}</h1>
      <div className={css.text}>
        {validation.explanation.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <div className={css.action}>
        <Button href={chatLink(agency.chatNumber, validation.chatText)} wide newTab>
          {validation.button}
        </Button>
      </div>
    </div>
  );
}
