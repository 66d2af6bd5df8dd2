import { sales } from '#content/pages/sales.ts';
import { customers, people } from '#content/references.ts';
import { faceOf } from '../../assets/faces.ts';
import { Compare, type Pictures } from '../../islands/compare/Compare.island.tsx';
import { Island } from '../../islands/Island.tsx';
import { attr, THUMB_BAR, THUMB_TARGET } from '../../markup.ts';
import { Button } from '../ui/Button.tsx';
import { Figures } from './Figures.tsx';
import { Customers, People } from './People.tsx';
import { Questions } from './Questions.tsx';
import css from './SalesArgument.module.css';

interface Props {
  /** The before/after pictures. */
  readonly before: Pictures;
  readonly after: Pictures;
}

/**
 * What follows the form: the figures, the proof to slide over, who is behind it, what is asked before deciding, the call
 * to act, and the thumb's way back. Leaves out what the owner has not filled in (content/references.ts).
 */
export function SalesArgument({ before, after }: Props) {
  const { compare, update } = sales;
  return (
    <>
      <section className={`${css.page} ${css.section}`}>
        <Figures />
      </section>
      {customers.length > 0 && (
        <section className={`${css.page} ${css.section}`}>
          <Customers customers={customers} />
        </section>
      )}
      <section className={`${css.page} ${css.section}`}>
        <div className={css.compareHead}>
          <h2>{compare.title}</h2>
          <p>{compare.text}</p>
        </div>
        <div className={css.bleed}>
          <Island
            name="Compare"
            of={Compare}
            props={{
              before: { ...before, alt: compare.beforeAlt, label: compare.before },
              after: { ...after, alt: compare.afterAlt, label: compare.after },
              control: compare.control,
            }}
          />
        </div>
      </section>
      {people.length > 0 && (
        <section className={`${css.page} ${css.section}`}>
          <People people={people.map((person) => ({ ...person, src: faceOf(person.face) }))} />
        </section>
      )}
      <section className={`${css.page} ${css.section}`}>
        <Questions />
      </section>
      <section className={css.update} data-tone="night">
        <div className={`${css.page} ${css.updateInside}`}>
          <h2>{update.title}</h2>
          <p>{update.text}</p>
          <div className={css.updateAction} {...attr(THUMB_TARGET)}>
            <Button href="#consultation" wide>
              {update.button}
            </Button>
          </div>
        </div>
      </section>
      <div className={css.thumb} {...attr(THUMB_BAR)}>
        <Button href="#consultation" wide>
          {sales.thumb}
        </Button>
      </div>
    </>
  );
}
