import type { FakeAirtable } from '../../fakes/airtable.ts';
import type { Random } from './random.ts';

const SHARE = 0.4;

/**
 * A salesperson who works in the table meanwhile: of some records, as soon as they stand there, the name is changed,
 * or the status, or both. What is theirs has to stay.
 */
export function startEditor(fake: FakeAirtable, random: Random): void {
  let seen = 0;
  void fake.until(() => {
    while (seen < fake.records.length) {
      const record = fake.records[seen];
      seen += 1;
      if (record === undefined || random() > SHARE) continue;
      const fields = { Name: `${record.fields.Name} (rappelé)`, Status: 'Warm' };
      const { Name, Status } = fields;
      fake.edit(record.id, random.pick<Readonly<Record<string, string>>>([{ Name }, { Status }, fields]));
    }
    return false;
  });
}
