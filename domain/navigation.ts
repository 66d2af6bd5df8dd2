/** The headers of a request, in lower case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Whether a person's browser asks for a page to be shown, or fetched ahead (https://www.w3.org/TR/fetch-metadata/). */
export function isNavigation(headers: RequestHeaders): boolean {
  return headers['sec-fetch-dest'] === 'document' && headers['sec-fetch-mode'] === 'navigate';
}

/** Whether it is only fetched ahead: nobody has seen it, and perhaps nobody will. */
export function isAhead(headers: RequestHeaders): boolean {
  return headers['sec-purpose'] !== undefined || headers.purpose === 'prefetch';
}

/** Whether whoever asks does not want to be counted (Global Privacy Control, Do Not Track). */
export function declinesCounting(headers: RequestHeaders): boolean {
  return headers['sec-gpc'] === '1' || headers.dnt === '1';
}
