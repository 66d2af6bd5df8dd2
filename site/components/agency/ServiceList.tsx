import { accompagnement, serviceWords } from '#content/pages/accompagnement.ts';
import { services } from '#content/services.ts';
import { Arrow } from '../ui/Arrow.tsx';
import { ServiceDrawing } from './drawings/ServiceDrawing.tsx';
import css from './ServiceList.module.css';

/** The services as a table of type: a numeral, a name, a figure. Each row opens the service's own window. */
export function ServiceList() {
  const { action } = accompagnement;
  return (
    <div className={css.page}>
      <h1 className={css.headline}>{accompagnement.headline}</h1>
      <p className={css.lead}>{accompagnement.lead}</p>
      <ol className={css.list} aria-label={accompagnement.listLabel}>
        {services.map(({ id, name, icon }, index) => (
          <li key={id} className={css.row}>
            <span className={css.numeral} aria-hidden="true">
              {index + 1}
            </span>
            <h2 className={css.name}>{name}</h2>
            <p className={css.summary}>{serviceWords[id].summary}</p>
            <a className={css.open} href={`#${id}`}>
              <span>
                {action.short}
                <span className={css.rest}> {action.rest}</span>
                <span className="visually-hidden">{`\u202f: ${name}`}</span>
              </span>
              <Arrow moves />
            </a>
            <ServiceDrawing name={icon} className={css.drawing} />
          </li>
        ))}
      </ol>
    </div>
  );
}
