import { desk as words } from '#content/pages/desk.ts';
import { goneWords } from '#content/read-back.ts';
import type { GoneRecords } from '../leads/operator/gone-records.ts';
import { frenchTime } from '../system/french-time.ts';
import { plainText } from '../system/plain-text.ts';
import type { Examination } from './examination.ts';
import { ActionForm, type Framed } from './frame.tsx';

export interface HealthProps {
  readonly frame: Framed;
  /** Each figure with its name. */
  readonly figures: readonly (readonly [name: string, value: string])[];
  readonly alarms: readonly string[];
  /** How the newest nightly reading went; undefined: there never was one. */
  readonly reading?: string | undefined;
  readonly gone: GoneRecords;
  readonly examination: Examination;
}

const text = words.health;

/** How the installation fares, and what doctor finds. */
export function HealthPage({ frame, figures, alarms, reading, gone, examination }: HealthProps) {
  return (
    <>
      <h1>{text.title}</h1>
      <dl className="desk-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="alertes">
        <h2 id="alertes">{words.now.alarmsTitle}</h2>
        {(alarms.length === 0 ? [text.fine] : alarms).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </section>
      {(reading !== undefined || gone.first.length > 0) && (
        <section aria-labelledby="relecture">
          <h2 id="relecture">{text.readBack}</h2>
          {reading !== undefined && <p>{plainText(reading)}</p>}
          <Gone {...gone} />
        </section>
      )}
      <section aria-labelledby="examen">
        <h2 id="examen">{text.doctor.title}</h2>
        <p>{text.doctor.told}</p>
        <Examined {...examination} />
        {frame.root === '' && (
          <ActionForm {...frame} of={{}}>
            <button
              type="submit"
              formAction={`${frame.root}/examiner`}
              className="desk-button desk-first"
              disabled={examination.state === 'running'}
            >
              {text.doctor.button}
            </button>
          </ActionForm>
        )}
      </section>
    </>
  );
}

/** Whose records are gone, each with a link to where another is made. */
function Gone({ first, more }: GoneRecords) {
  if (first.length === 0) return undefined;
  return (
    <>
      <h3>{goneWords.title}</h3>
      <p>{goneWords.told}</p>
      <ul>
        {first.map(({ id, name }) => (
          <li key={id}>
            <a href={`/contacts/${id}`}>{goneWords.line(plainText(name), id.slice(0, 8))}</a>
          </li>
        ))}
        {more && <li>{goneWords.more}</li>}
      </ul>
    </>
  );
}

function Examined({ state, at, findings }: Examination) {
  if (state === 'running') return <p role="status">{text.doctor.running}</p>;
  if (state === 'failed') return <p role="alert">{text.doctor.failed}</p>;
  if (at === undefined) return undefined;
  return (
    <>
      <h3>{text.doctor.at(frenchTime(at))}</h3>
      {Object.entries(text.weights).map(([weight, title]) => {
        const lines = findings.filter((one) => one.weight === weight);
        if (lines.length === 0) return undefined;
        return (
          <section key={weight}>
            <h4>{title}</h4>
            <ul>
              {lines.map((one) => (
                <li key={one.text}>{plainText(one.text)}</li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
