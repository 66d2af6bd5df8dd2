import { uuidOf } from '#domain/uuid.ts';
import type { BookingAnswer, BookingBody } from './booking-api.ts';

type Post = (id: string, request: BookingBody) => Promise<BookingAnswer>;

/** What was sent and has no sure answer yet. */
export interface UnderWay {
  /** A uuid that nothing else has. */
  readonly id: string;
  /** The requests, the oldest first; their name is that of the visitor's storage. */
  readonly answers: readonly BookingBody[];
}

/** Where it is written down before it is sent, so that a reload in the middle forgets nothing. */
export interface Notes {
  read(): UnderWay | undefined;
  /** @param underWay undefined: nothing is */
  write(underWay: UnderWay | undefined): void;
}

/**
 * Books under one idempotency key, however often it is tried. What was sent and not answered may be booked all the
 * same. So when the server says that the key stands for another booking, what was sent before is sent again, and its
 * answer is the visitor's booking.
 * @param post sends one request
 */
export function bookOnce(post: Post, notes: Notes): (request: BookingBody) => Promise<BookingAnswer> {
  let { id, answers: unsure }: UnderWay = notes.read() ?? { id: randomId(), answers: [] };
  const note = (requests: readonly BookingBody[]) => {
    unsure = requests;
    notes.write(unsure.length === 0 ? undefined : { id, answers: unsure });
  };
  return async (request) => {
    const text = JSON.stringify(request);
    const earlier = unsure.filter((one) => JSON.stringify(one) !== text);
    note([...earlier, request]);
    const answer = await post(id, request);
    if (isUnsure(answer)) return answer;
    if (answer.kind !== 'conflict') {
      // Booked is booked, whatever else was tried; any other answer is about these words alone.
      note(answer.kind === 'booked' ? [] : unsure.filter((one) => JSON.stringify(one) !== text));
      return answer;
    }
    for (const before of [...earlier].reverse()) {
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

/** A random uuid, on insecure pages too, where the platform has no `randomUUID`. */
export function randomId(): string {
  return uuidOf(crypto.getRandomValues(new Uint8Array(16)), 0x40);
}
