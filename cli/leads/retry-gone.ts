import { goneRecords, leaveGone, renewRecords } from '#server/leads/operator/gone-records.ts';
import { UsageError } from '../common/errors.ts';
import type { Answer, Command, Invocation } from './command.ts';
import { findAll, missingLine } from './find.ts';
import { counted } from './print/words.ts';

/** Throws UsageError unless `--gone` stands with references or with `--all`. */
export function checkGone({ values, references }: Parameters<NonNullable<Command['check']>>[0]): void {
  if (references.length > 0 === (values.all === true) || values.refused === true)
    throw new UsageError('retry --gone attend des références, ou --all.');
}

/** Has records that are gone created anew, or left as they are, by the owner's word. @param follows what happens next */
export async function retryGone(
  { store, values, references, now }: Invocation,
  follows: () => Promise<string>,
): Promise<Answer> {
  const { db } = store;
  const { leads, missing } = await findAll(store.reader, references);
  const act = (ids: readonly string[]) => (values.leave ? leaveGone(db, ids) : renewRecords(db, ids, now()));
  const done = await act(leads.map(({ id }) => id));
  for (let more = values.all === true; more; ) {
    const some = await act((await goneRecords(db)).first.map(({ id }) => id));
    done.push(...some);
    more = some.length > 0;
  }
  const others = leads.map(({ id }) => id).filter((id) => !done.includes(id));
  const lines = [
    values.leave
      ? `${counted(done.length, 'fiche laissée supprimée', 'fiches laissées supprimées')}\u202f: plus rien n’en parle.`
      : `${counted(done.length, 'fiche à créer à nouveau', 'fiches à créer à nouveau')}, après les contacts qui attendent.`,
    ...(others.length > 0
      ? [
          `${counted(others.length, 'contact n’a pas', 'contacts n’ont pas')} de fiche introuvable\u202f: rien n’a changé pour eux.`,
        ]
      : []),
    ...(missing.length > 0 ? [missingLine(missing)] : []),
    ...(done.length > 0 && !values.leave ? [await follows()] : []),
  ];
  const json = { [values.leave ? 'left' : 'due']: done, notGone: others, missing };
  return { json, lines, code: missing.length > 0 ? 1 : 0 };
}
