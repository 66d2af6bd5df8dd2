import { FORM_ADDRESS } from '#domain/form-page.ts';
import { Alert, Support } from './parts.tsx';
import type { OwnPage } from './template.ts';

/** An error told to a person. @param detail what happened, one sentence */
export function problemPage(title: string, detail: string): OwnPage {
  return {
    title,
    main: (
      <>
        <h1>{title}</h1>
        <Alert text={detail} />
        <p>
          <a href="/">Aller à l’accueil</a>
        </p>
        <p>
          <a href={FORM_ADDRESS}>Aller au formulaire</a>
        </p>
        <Support />
      </>
    ),
  };
}
