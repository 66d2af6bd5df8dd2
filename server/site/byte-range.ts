export interface ByteRange {
  /** First byte, from 0. */
  readonly start: number;
  /** Last byte, included. */
  readonly end: number;
}

/**
 * Parses a Range header (RFC 9110, section 14.2) for a file of `size` bytes.
 * @returns undefined when the whole file is to be sent (no range, several ranges, another unit, not a range),
 * 'unsatisfiable' when the range is outside the file
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (match === null) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
