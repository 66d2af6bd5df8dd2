import { erasure as words } from '#content/erasure.ts';
import { removeOldExports } from '../leads/erasure/exports.ts';
import { erasuresSince, outOfReach, recordsErasedSince, undecidedRecords } from '../leads/erasure/receipt.ts';
import type { View } from './deps.ts';
import { ErasuresPage } from './pages/erasures.tsx';

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
