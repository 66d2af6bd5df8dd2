import { readJson, tabStorage, writeJson } from '../../browser/storage.ts';
import type { Notes, UnderWay } from './book-once.ts';

/** Key in `sessionStorage`, which ends with the tab: the value holds a phone number. */
const KEY = 'pending_booking';

/** What this tab has asked for and has no sure answer to. */
export const tabNotes: Notes = {
  read() {
    const { id, answers } = Object(readJson(tabStorage(), KEY)) as Partial<UnderWay>;
    return typeof id === 'string' && Array.isArray(answers) && answers.length > 0
      ? { id, answers }
      : undefined;
  },
  write(underWay) {
    if (underWay === undefined) tabStorage()?.removeItem(KEY);
    else writeJson(tabStorage(), KEY, underWay);
  },
};
