/** The part of local storage this site uses; tests bring their own. */
export interface KeyValueStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Session storage, or undefined where the browser denies it. */
export function tabStorage(): Storage | undefined {
  return unlessDenied(() => window.sessionStorage);
}

/** Local storage, or undefined where the browser denies it. */
export function browserStorage(): KeyValueStore | undefined {
  return unlessDenied(() => window.localStorage);
}

/** The property itself throws where storage is denied; in an app's own browser (Android) it may be null. */
function unlessDenied(read: () => Storage | null): Storage | undefined {
  try {
    return read() ?? undefined;
  } catch {
    return undefined;
  }
}

/** Reads JSON under `key`; null or undefined when there is none, when it is damaged or when storage is denied. */
export function readJson(store: KeyValueStore | undefined, key: string): unknown {
  try {
    return JSON.parse(store?.getItem(key) ?? 'null');
  } catch {
    return undefined;
  }
}

/** Writes `value` as JSON under `key`; false when storage is denied or full. */
export function writeJson(store: KeyValueStore | undefined, key: string, value: unknown): boolean {
  try {
    store?.setItem(key, JSON.stringify(value));
    return store !== undefined;
  } catch {
    return false;
  }
}
