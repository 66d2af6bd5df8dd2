const PREFIX = 'appel-';

/** The name of a call in every calendar, for ever. @param host of the site */
export function uidOf(id: string, host: string): string {
  return `${PREFIX}${id}@${host}`;
}

/** Whether a calendar's entry is one of our calls. */
export function isOwnUid(uid: string, host: string): boolean {
  return uid.startsWith(PREFIX) && uid.endsWith(`@${host}`);
}
