import type { BookingAnswer, BookingAnswers } from './booking-api.ts';

type Post = (id: string, answers: BookingAnswers) => Promise<BookingAnswer>;

/** What was sent and has no sure answer yet. */
export interface UnderWay {
  /** A uuid that nothing else has. */
  readonly id: string;
  /** The oldest first. */
  readonly answers: readonly BookingAnswers[];
}

/** Where it is written down before it is sent, so that a reload in the middle forgets nothing. */
export interface Notes {
  read(): UnderWay | undefined;
  /** @param underWay undefined: nothing is */
  write(underWay: UnderWay | undefined): void;
}

/**
 * Books under one id, however often it is tried: the service knows a repeated request by it. What was sent and not
 * answered may be booked all the same. So when the service says that the id stands for another booking, what was sent
 * before is sent again, and its answer is the visitor's booking.
 * @param post sends one request
 */
export function bookOnce(post: Post, notes: Notes): (answers: BookingAnswers) => Promise<BookingAnswer> {
  let { id, answers: unsure }: UnderWay = notes.read() ?? { id: randomId(), answers: [] };
  const note = (answers: readonly BookingAnswers[]) => {
    unsure = answers;
    notes.write(unsure.length === 0 ? undefined : { id, answers: unsure });
  };
  return async (answers) => {
    const text = JSON.stringify(answers);
    const earlier = unsure.filter((one) => JSON.stringify(one) !== text);
    note([...earlier, answers]);
    const answer = await post(id, answers);
    if (isUnsure(answer)) return answer;
    if (answer.kind !== 'conflict') {
      // Booked is booked, whatever else was tried; any other answer is about these words alone.
      note(answer.kind === 'booked' ? [] : unsure.filter((one) => JSON.stringify(one) !== text));
      return answer;
    }
    for (const before of earlier.toReversed()) {
      const known = await post(id, before);
      if (known.kind === 'conflict') continue;
      if (known.kind === 'booked') note([]);
      return known;
    }
    // Nothing of this visit's stands under it.
    id = randomId();
    note([]);
    return answer;
  };
}

function isUnsure(answer: BookingAnswer): boolean {
  return answer.kind === 'silent' || (answer.kind === 'later' && !answer.sure);
}

/** A random uuid (RFC 9562, version 4), on insecure pages too, where the platform has no `randomUUID`. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
