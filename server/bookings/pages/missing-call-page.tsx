import { rendezVous } from '#content/pages/rendez-vous.ts';
import { Button } from '#site/components/ui/Button.tsx';
import { MailLink } from '../../http/pages/parts.tsx';
import type { OwnPage } from '../../http/pages/template.ts';

const { title, text, todo, book } = rendezVous.missing;

/** Behind an address that names no call: what may have happened, and what to do. */
export function missingCallPage(): OwnPage {
  return {
    title,
    main: (
      <>
        <h1>{title}</h1>
        <p>{text}</p>
        <ol className="todo">
          {todo.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
        <p>
          <Button href="/rendez-vous" wide>
            {book}
          </Button>
        </p>
        <p>
          <MailLink />
        </p>
      </>
    ),
  };
}
