import type { BookingAnswer, BookingAnswers } from './booking-api.ts';

type Post = (id: string, answers: BookingAnswers) => Promise<BookingAnswer>;

/**
 * Books under one id, however often it is tried: the service knows a repeated request by it. What was sent and not
 * answered may be booked all the same. So when the service says that the id stands for another booking, what was sent
 * before is sent again, and its answer is the visitor's booking.
 * @param post sends one request
 * @param id a uuid that nothing else has
 */
export function bookOnce(post: Post, id: string): (answers: BookingAnswers) => Promise<BookingAnswer> {
  const unanswered: BookingAnswers[] = [];
  return async (answers) => {
    const answer = await post(id, answers);
    if (answer.kind === 'silent' || (answer.kind === 'later' && !answer.sure)) unanswered.push(answers);
    if (answer.kind !== 'conflict') return answer;
    for (const earlier of unanswered.toReversed()) {
      const known = await post(id, earlier);
      if (known.kind !== 'conflict') return known;
    }
    return answer;
  };
}

/** A random uuid (RFC 9562, version 4), on insecure pages too, where the platform has no `randomUUID`. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
