import { type Refusal, refusals } from './errors.ts';

export type FieldType = 'text' | 'email' | 'url';

export interface Field {
  readonly name: string;
  readonly id: string;
  readonly type: FieldType;
}

/** A record; its fields are under their names, whatever they were written under. */
export interface StoredRecord {
  readonly id: string;
  readonly createdTime: string;
  fields: Record<string, string>;
}

type Cells = Record<string, string>;
export type Result = { readonly ok: true; readonly body: unknown } | { readonly ok: false; refusal: Refusal };

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super('refused');
    this.refusal = refusal;
  }
}

/** What one table does with a request body. A batch is stored whole or not at all. */
export class Table {
  readonly records: StoredRecord[] = [];
  /** Texts that are refused wherever they come, as a validation rule in the base would. */
  readonly refusedValues = new Set<string>();
  readonly #fields: readonly Field[];
  readonly #now: () => number;

  constructor(fields: readonly Field[], now: () => number) {
    this.#fields = fields;
    this.#now = now;
  }

  /** https://airtable.com/developers/web/api/create-records */
  create(body: unknown): Result {
    return this.#whole(() => ({ records: this.#cellsOf(body).map((cells) => this.#insert(cells)) }));
  }

  /** https://airtable.com/developers/web/api/update-multiple-records, with performUpsert and without record ids */
  upsert(body: unknown): Result {
    return this.#whole(() => {
      const mergeOn = this.#mergeFieldsOf(body);
      const createdRecords: string[] = [];
      const updatedRecords: string[] = [];
      const records = this.#cellsOf(body).map((cells) => {
        if (mergeOn.some((name) => cells[name] === undefined)) throw new Refused(refusals.badParameters);
        const matches = this.records.filter(({ fields }) =>
          mergeOn.every((name) => fields[name] === cells[name]),
        );
        if (matches.length > 1) throw new Refused(refusals.severalMatches);
        const match = matches[0];
        if (match) match.fields = { ...match.fields, ...cells };
        const record = match ?? this.#insert(cells);
        (match ? updatedRecords : createdRecords).push(record.id);
        return record;
      });
      return { records, createdRecords, updatedRecords };
    });
  }

  #whole(act: () => unknown): Result {
    const before = this.records.map((record) => ({ ...record }));
    try {
      return { ok: true, body: act() };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.records.splice(0, Infinity, ...before);
      return { ok: false, refusal: error.refusal };
    }
  }

  #insert(cells: Cells): StoredRecord {
    const record: StoredRecord = {
      id: `rec${crypto.randomUUID().replaceAll('-', '').slice(0, 14)}`,
      createdTime: new Date(this.#now()).toISOString(),
      fields: cells,
    };
    this.records.push(record);
    return record;
  }

  #fieldOf(key: string): Field {
    const field = this.#fields.find(({ name, id }) => key === name || key === id);
    if (!field) throw new Refused(refusals.unknownField(key));
    return field;
  }

  #mergeFieldsOf(body: unknown): string[] {
    const upsert = isObject(body) ? body.performUpsert : undefined;
    const keys: unknown = isObject(upsert) ? upsert.fieldsToMergeOn : undefined;
    if (!Array.isArray(keys) || keys.length < 1 || keys.length > 3) throw new Refused(refusals.badParameters);
    return keys.map((key) => {
      const field = this.#fieldOf(String(key));
      // The documentation lists the types that may be merged on; e-mail and URL are not among them.
      if (field.type !== 'text') throw new Refused(refusals.badMergeField(field.name));
      return field.name;
    });
  }

  #cellsOf(body: unknown): Cells[] {
    const records: unknown = isObject(body) ? body.records : undefined;
    if (!Array.isArray(records) || records.length === 0) throw new Refused(refusals.noRecords);
    if (records.length > 10) throw new Refused(refusals.tooManyRecords);
    return records.map((record: unknown) => {
      const unknownKey = isObject(record) && Object.keys(record).some((key) => key !== 'fields');
      if (!isObject(record) || !isObject(record.fields) || unknownKey) throw new Refused(refusals.noRecords);
      return this.#checked(record.fields);
    });
  }

  #checked(fields: Record<string, unknown>): Cells {
    const cells: Cells = {};
    for (const [key, value] of Object.entries(fields)) {
      const { name } = this.#fieldOf(key);
      if (cells[name] !== undefined) throw new Refused(refusals.badParameters);
      if (typeof value !== 'string' || this.refusedValues.has(value))
        throw new Refused(refusals.badValue(name));
      cells[name] = value;
    }
    return cells;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
