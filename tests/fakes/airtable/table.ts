import type { Instant } from '#domain/instant.ts';
import { type Refusal, refusals } from './errors.ts';
import { InvalidFormula, readFormula, truthy } from './formula.ts';

export type FieldType = 'text' | 'email' | 'url';

export interface Field {
  readonly name: string;
  readonly id: string;
  readonly type: FieldType;
}

/** A record; its fields are by name, also when they were written by id. */
export interface StoredRecord {
  readonly id: string;
  readonly createdTime: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The fields at creation. */
  readonly made: Readonly<Record<string, string>>;
  /** What people have written into the table since. */
  readonly edited: Readonly<Record<string, string>>;
}

type Changing = { -readonly [key in keyof StoredRecord]: StoredRecord[key] };
type Cells = Record<string, string>;
export type Result = { readonly ok: true; readonly body: unknown } | { readonly ok: false; refusal: Refusal };

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super('refused');
    this.refusal = refusal;
  }
}

const PAGE_SIZE = 100;
const RECORD_ID = /^rec\w+$/;

/** One table of the fake. A batch is stored as a whole or not at all. */
export class Table {
  readonly records: StoredRecord[] = [];
  /** Texts that are refused in any field, as by a validation rule in the base. */
  readonly refusedValues = new Set<string>();
  readonly #fields: readonly Field[];
  readonly #now: () => Instant;
  readonly #trash: StoredRecord[] = [];

  constructor(fields: readonly Field[], now: () => Instant) {
    this.#fields = fields;
    this.#now = now;
  }

  /** https://airtable.com/developers/web/api/create-records */
  create(body: unknown): Result {
    return this.#whole(() => ({
      records: this.#entriesOf(body, false).map(({ cells }) => shown(this.#insert(cells))),
    }));
  }

  /**
   * https://airtable.com/developers/web/api/update-multiple-records, with and without performUpsert
   * @param replace whether fields that are not given are emptied (PUT)
   */
  update(body: unknown, replace: boolean): Result {
    return this.#whole(() => {
      const mergeOn = this.#mergeFieldsOf(body);
      if (mergeOn !== undefined) return this.#upsert(body, mergeOn, replace);
      return {
        records: this.#entriesOf(body, true).map(({ id, cells }) =>
          shown(this.#write(this.#recordOf(id ?? ''), cells, replace)),
        ),
      };
    });
  }

  /** https://airtable.com/developers/web/api/update-record */
  updateOne(id: string, body: unknown, replace: boolean): Result {
    return this.#whole(() => {
      const fields = isObject(body) && isObject(body.fields) ? body.fields : undefined;
      if (fields === undefined) throw new Refused(refusals.noRecords);
      return shown(this.#write(this.#recordOf(id), this.#checked(fields), replace));
    });
  }

  /** https://airtable.com/developers/web/api/get-record */
  get(id: string, byFieldId = false): Result {
    return this.#whole(() => {
      const record = shown(this.#recordOf(id));
      if (!byFieldId) return record;
      const named = Object.entries(record.fields).map(([name, value]) => [this.#fieldOf(name).id, value]);
      return { ...record, fields: Object.fromEntries(named) };
    });
  }

  /** https://airtable.com/developers/web/api/delete-record */
  remove(id: string): Result {
    return this.#whole(() => {
      this.records.splice(this.records.indexOf(this.#recordOf(id)), 1);
      return { id, deleted: true };
    });
  }

  /** https://airtable.com/developers/web/api/delete-multiple-records; all or none */
  removeSeveral(ids: readonly string[]): Result {
    return this.#whole(() => {
      if (ids.length === 0 || ids.length > 10 || !ids.every((id) => RECORD_ID.test(id)))
        throw new Refused(refusals.badRecords);
      for (const id of new Set(ids)) this.records.splice(this.records.indexOf(this.#recordOf(id)), 1);
      return { records: ids.map((id) => ({ id, deleted: true })) };
    });
  }

  /** https://airtable.com/developers/web/api/list-records; without a sort the order is undefined */
  list(parameters: unknown): Result {
    return this.#whole(() => {
      const given = isObject(parameters) ? parameters : {};
      const fits = this.#filterOf(given.filterByFormula);
      const size = Number(given.pageSize ?? PAGE_SIZE);
      if (!(size >= 1 && size <= PAGE_SIZE)) throw new Refused(refusals.badParameters);
      const from = this.#offsetOf(given.offset);
      const found = this.records
        .filter(fits)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, Number(given.maxRecords ?? Number.POSITIVE_INFINITY));
      const wanted = (Array.isArray(given.fields) ? given.fields : []).map(
        (key) => this.#fieldOf(String(key)).name,
      );
      const more = from + size < found.length;
      return {
        records: found.slice(from, from + size).map((record) => shown(record, wanted)),
        ...(more && { offset: `itr${from + size}/rec` }),
      };
    });
  }

  /** Changes a record as a person does in the table, not through the API. */
  edit(id: string, cells: Cells): void {
    const record = this.#recordOf(id);
    record.fields = { ...record.fields, ...cells };
    record.edited = { ...record.edited, ...cells };
  }

  /** Deletes a record as a person does, into the trash. */
  trash(id: string): void {
    this.#trash.push(...this.records.splice(this.records.indexOf(this.#recordOf(id)), 1));
  }

  /** Puts a record of the trash back: it keeps its id. */
  restore(id: string): void {
    const at = this.#trash.findIndex((record) => record.id === id);
    this.records.push(...this.#trash.splice(at, 1));
  }

  #upsert(body: unknown, mergeOn: readonly string[], replace: boolean) {
    const createdRecords: string[] = [];
    const updatedRecords: string[] = [];
    const records = this.#entriesOf(body, false).map(({ cells }) => {
      if (mergeOn.some((name) => cells[name] === undefined)) throw new Refused(refusals.badParameters);
      const matches = this.records.filter(({ fields }) =>
        mergeOn.every((name) => fields[name] === cells[name]),
      );
      if (matches.length > 1) throw new Refused(refusals.severalMatches);
      const match = matches[0];
      const record = match ? this.#write(match, cells, replace) : this.#insert(cells);
      (match ? updatedRecords : createdRecords).push(record.id);
      return shown(record);
    });
    return { records, createdRecords, updatedRecords };
  }

  #whole(act: () => unknown): Result {
    const before = this.records.map((record) => ({ ...record }));
    try {
      return { ok: true, body: act() };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.records.splice(0, Number.POSITIVE_INFINITY, ...before);
      return { ok: false, refusal: error.refusal };
    }
  }

  #insert(cells: Cells): StoredRecord {
    const seconds = Math.floor(this.#now() / 1000) * 1000;
    const record: StoredRecord = {
      id: `rec${crypto.randomUUID().replaceAll('-', '').slice(0, 14)}`,
      createdTime: new Date(seconds).toISOString(),
      fields: cells,
      made: cells,
      edited: {},
    };
    this.records.push(record);
    return record;
  }

  #write(record: Changing, cells: Cells, replace: boolean): StoredRecord {
    record.fields = replace ? cells : { ...record.fields, ...cells };
    return record;
  }

  #recordOf(id: string): Changing {
    const record = this.records.find((one) => one.id === id);
    if (!record) throw new Refused(RECORD_ID.test(id) ? refusals.noRecord : refusals.noRoute);
    return record;
  }

  #fieldOf(key: string): Field {
    const field = this.#fields.find(({ name, id }) => key === name || key === id);
    if (!field) throw new Refused(refusals.unknownField(key));
    return field;
  }

  #filterOf(formula: unknown): (record: StoredRecord) => boolean {
    if (formula === undefined || formula === '') return () => true;
    try {
      const read = readFormula(String(formula), new Set(this.#fields.map(({ name }) => name)));
      return (record) => truthy(read(record));
    } catch (error) {
      if (!(error instanceof InvalidFormula)) throw error;
      throw new Refused(refusals.badFormula(error.message));
    }
  }

  #offsetOf(offset: unknown): number {
    if (offset === undefined) return 0;
    const found = /^itr(\d+)\/rec$/.exec(String(offset));
    if (found === null) throw new Refused(refusals.badOffset);
    return Number(found[1]);
  }

  #mergeFieldsOf(body: unknown): string[] | undefined {
    const upsert = isObject(body) ? body.performUpsert : undefined;
    if (upsert === undefined) return undefined;
    const keys: unknown = isObject(upsert) ? upsert.fieldsToMergeOn : undefined;
    if (!Array.isArray(keys) || keys.length < 1 || keys.length > 3) throw new Refused(refusals.badParameters);
    return keys.map((key) => {
      const field = this.#fieldOf(String(key));
      // The documentation lists the types that may be merged on; e-mail and URL are not among them.
      if (field.type !== 'text') throw new Refused(refusals.badMergeField(field.name));
      return field.name;
    });
  }

  /** @param named whether each entry has to have a record's id */
  #entriesOf(body: unknown, named: boolean): { readonly id?: string; readonly cells: Cells }[] {
    const records: unknown = isObject(body) ? body.records : undefined;
    if (!Array.isArray(records) || records.length === 0) throw new Refused(refusals.noRecords);
    if (records.length > 10) throw new Refused(refusals.tooManyRecords);
    const allowed = named ? ['id', 'fields'] : ['fields'];
    return records.map((record: unknown) => {
      const unknownKey = isObject(record) && Object.keys(record).some((key) => !allowed.includes(key));
      if (!isObject(record) || !isObject(record.fields) || unknownKey) throw new Refused(refusals.noRecords);
      return { cells: this.#checked(record.fields), ...(named && { id: String(record.id) }) };
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

/** The record as the API returns it: empty fields are left out. @param wanted only these fields; none: all */
function shown({ id, createdTime, fields }: StoredRecord, wanted: readonly string[] = []) {
  const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
  const filled = Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== '' && isWanted(name)),
  );
  return { id, createdTime, fields: filled };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
