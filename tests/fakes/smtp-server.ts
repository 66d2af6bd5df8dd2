import { onTestFinished } from 'vitest';
import { type FakeSmtp, type Mood, openFakeSmtp } from './smtp.ts';

export type { FakeSmtp, Mood, ReceivedMail } from './smtp.ts';

/** A real SMTP server on a port of its own, with moods; closed when the test ends. */
export async function startFakeSmtp(moods: Mood[] = ['accepts'], port = 0): Promise<FakeSmtp> {
  const fake = await openFakeSmtp(moods, port);
  onTestFinished(() => fake.close());
  return fake;
}
