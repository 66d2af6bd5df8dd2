import { openGiven } from '../../postgres/open-given.ts';
import { type BookedCall, book, freeTimes, isReminder, soldTwice, startMail } from '../harness/calls.ts';
import { onPostgres } from '../harness/postgres.ts';
import { NOTHING_SENT, type Row } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';
import { until } from '../harness/until.ts';

const INSTANCES = 4;
/** Two to each of both. */
const REMINDERS = 4;

export const fourReminders: Row = {
  name: 'four-reminders',
  fault: '4 instances on one PostgreSQL sell the same times and share the reminders',
  unit: 'calls',
  dose: { full: 120, quick: 6 },
  bar: 'no time sold twice, no reminder missing or sent twice',
  async run(scene) {
    const { DATABASE_URL } = await onPostgres(scene);
    const stage = await setStage(scene, { editing: false });
    const { smtp, environment } = await startMail(scene);
    const urls: string[] = [];
    for (let instance = 0; instance < INSTANCES; instance += 1)
      urls.push((await stage.start({ ...environment, DATABASE_URL })).url);
    const from = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const wanted = (await freeTimes(urls[0] ?? '', from, 25)).slice(0, scene.dose);
    const calls: BookedCall[] = [];
    for (const [index, start] of wanted.entries()) {
      const all = await Promise.all(urls.map((url, one) => book(url, start, `v${index}-${one}@example.ch`)));
      calls.push(...all.filter((call) => call !== undefined));
    }
    const db = openGiven(DATABASE_URL);
    scene.onEnd(() => db.destroy());
    await db
      .updateTable('messages')
      .set({ due_at: 0 })
      .where('kind', 'in', ['visitor-call-reminder', 'owner-call-reminder'])
      .execute();
    const reminders = () => smtp.accepted.filter(isReminder);
    await until('reminders', 60_000, () => reminders().length >= calls.length * REMINDERS).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 500));
    const ids = new Set(reminders().map(({ messageId }) => messageId));
    const missing = calls.length * REMINDERS - ids.size;
    const repeated = reminders().length - ids.size;
    const sold = soldTwice(calls);
    const { broken } = scene;
    if (calls.length !== wanted.length) broken.push(`${calls.length} calls booked of ${wanted.length} times`);
    if (missing !== 0) broken.push(`${missing} reminders missing`);
    if (repeated > 0) broken.push(`${repeated} reminders sent twice`);
    if (sold > 0) broken.push(`${sold} times sold twice`);
    return {
      ...NOTHING_SENT,
      acknowledged: calls.length,
      delivered: calls.length - Math.ceil(Math.max(0, missing) / REMINDERS),
      missing: Math.max(0, missing),
      twice: sold + repeated,
    };
  },
};
