import { erasure as words } from '#content/erasure.ts';
import type { Erasure, ProviderRecord } from '../../leads/erasure/receipt.ts';
import { frenchTime } from '../../system/french-time.ts';
import { plainText } from '../../system/plain-text.ts';
import type { Framed } from './frame.tsx';

export interface ErasuresProps {
  readonly frame: Framed;
  /** The newest first. */
  readonly erasures: readonly Erasure[];
  readonly records: readonly ProviderRecord[];
  /** What the newest does not reach. */
  readonly beyond: readonly string[];
}

/** The receipts of erasures: when, what became of the records, and what is out of reach. */
export function ErasuresPage({ erasures, records, beyond }: ErasuresProps) {
  return (
    <>
      <h1>{words.title}</h1>
      {erasures.length === 0 && <p>{words.none}</p>}
      {erasures.map(({ at, count }) => (
        <section key={at} aria-labelledby={`e${at}`}>
          <h2 id={`e${at}`}>{words.at(frenchTime(at))}</h2>
          <p>{words.gone(count)}</p>
          <ul>
            {records
              .filter((record) => record.erasedAt === at)
              .map((record) => (
                <li key={record.record ?? record.because ?? 'searched'}>{lineOf(record)}</li>
              ))}
          </ul>
        </section>
      ))}
      {beyond.length > 0 && (
        <section aria-labelledby="hors-atteinte">
          <h2 id="hors-atteinte">{words.beyond}</h2>
          <ul>
            {beyond.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function lineOf({ record, state, at, because }: ProviderRecord): string {
  const what = words.record(record ?? words.searched, words.states[state], frenchTime(at));
  return because === undefined ? what : `${what} (${plainText(because)})`;
}
