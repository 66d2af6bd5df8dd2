import { caterer } from '#content/business.ts';
import { catererShell } from '#content/pages/caterer.ts';
import { servicetraiteur } from '#content/pages/servicetraiteur.ts';
import { chatLink } from '#domain/chat-link.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Button } from '../../ui/Button.tsx';
import css from './Construction.module.css';
import { Mosaic } from './Mosaic.tsx';

/** The catering site being built, and how to order meanwhile. */
export function Construction() {
  return (
    <div className={css.page}>
      <Mosaic className={css.floor} />
      <div className={css.words}>
        <p className={css.above}>{servicetraiteur.above}</p>
        <h1 className={css.title}>{servicetraiteur.headline}</h1>
        <p className={css.text}>{servicetraiteur.text}</p>
        <Button className={css.chat} href={chatLink(caterer.chatNumber, servicetraiteur.message)} newTab>
          {servicetraiteur.chat}
        </Button>
        <p className={css.back}>
          <BackLink href={catererShell.landing} />
        </p>
      </div>
    </div>
  );
}
