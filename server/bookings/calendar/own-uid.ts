const PREFIX = 'appel-';

/** The uid of a call in calendars. @param host of the site */
export function uidOf(id: string, host: string): string {
  return `${PREFIX}${id}@${host}`;
}

/** Whether a calendar's entry is one of our calls. */
export function isOwnUid(uid: string, host: string): boolean {
  return uid.startsWith(PREFIX) && uid.endsWith(`@${host}`);
}
