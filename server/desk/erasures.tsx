import { erasure as words } from '#content/erasure.ts';
import { removeOldExports } from '../leads/erasure/exports.ts';
import {
  type Erasure,
  erasuresSince,
  outOfReach,
  type ProviderRecord,
  recordsErasedSince,
  undecidedRecords,
} from '../leads/erasure/receipt.ts';
import { frenchTime } from '../system/french-time.ts';
import { plainText } from '../system/plain-text.ts';
import type { View } from './deps.ts';
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

const DAY_MS = 24 * 60 * 60_000;
const SHOWN_DAYS = 40;
/** Erasures on the page. */
const MOST_SHOWN = 20;

/** The receipts of the newest erasures; they name nobody. */
export const erasuresView: View = async ({ deps: { db, dataDir, now, config }, frame }) => {
  const at = now();
  const newest = await erasuresSince(db, at - SHOWN_DAYS * DAY_MS, MOST_SHOWN);
  const oldest = newest.at(-1)?.at ?? at;
  const records = await recordsErasedSince(db, oldest, Number.MAX_SAFE_INTEGER);
  const last = newest[0];
  const { left } = await removeOldExports(db, dataDir);
  const undecided = await undecidedRecords(db, oldest, Number.MAX_SAFE_INTEGER);
  const beyond =
    last === undefined
      ? []
      : [...left.map(words.outOfReach.exports), ...outOfReach(config, last.at, records, undecided)];
  const page = { frame, erasures: newest, records, beyond };
  return [words.title, <ErasuresPage key="erasures" {...page} />];
};
