import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { book, freeTimes, isReminder, startMail } from '../harness/calls.ts';
import { NOTHING_SENT, type Row } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';
import { until } from '../harness/until.ts';

const PRELOAD = resolve('tests/fault/harness/jumping-clock.mjs');
const HOUR = 3_600_000;

/** Calls on the first working day after the clocks were moved: its nine o’clock, and the Friday before. */
const CHANGES = [
  { name: '28 March 2027', friday: '2027-03-26T09:00:00Z', nine: '2027-03-30T07:00:00Z', day: '2027-03-30' },
  {
    name: '31 October 2027',
    friday: '2027-10-29T09:00:00Z',
    nine: '2027-11-01T08:00:00Z',
    day: '2027-11-01',
  },
] as const;

export const summerTime: Row = {
  name: 'summer-time',
  fault: 'calls booked before the clocks are moved, their reminders due after; a restart before each',
  unit: 'changes',
  dose: { full: 2, quick: 1 },
  bar: 'offered at nine on the wall, both reminders to both, each once',
  async run(scene) {
    const { broken } = scene;
    let reminded = 0;
    for (const change of CHANGES.slice(0, scene.dose)) {
      const stage = await setStage(scene, { editing: false });
      const { smtp, environment } = await startMail(scene);
      const file = join(stage.folder, 'clock');
      const at = async (instant: number) => {
        writeFileSync(file, String(instant - Date.now()));
        const settings = { ...environment, FAULT_CLOCK_FILE: file };
        return stage.start(settings as object, { nodeArguments: ['--import', PRELOAD] });
      };
      const start = Date.parse(change.nine);
      let server = await at(Date.parse(change.friday));
      const slots = await freeTimes(server.url, change.day, 1);
      if (slots[0] !== change.nine) broken.push(`${change.name}: the first time is ${slots[0]}`);
      const call = await book(server.url, change.nine, 'zoe@example.ch');
      if (call === undefined) broken.push(`${change.name}: nine o’clock could not be booked`);
      const reminders = () => smtp.accepted.filter(isReminder);
      await until('both told', 60_000, () => smtp.accepted.length >= 2).catch(() => {});
      for (const [index, hours] of [24, 1].entries()) {
        await server.killNine();
        server = await at(start - hours * HOUR - 30 * 60_000);
        await new Promise((resolve) => setTimeout(resolve, 300));
        if (reminders().length !== 2 * index) broken.push(`${change.name}: reminded before ${hours} h`);
        await server.killNine();
        server = await at(start - hours * HOUR + 1_000);
        await until('reminders', 60_000, () => reminders().length >= 2 * (index + 1)).catch(() => {});
      }
      const ids = new Set(reminders().map(({ messageId }) => messageId));
      reminded += ids.size;
      if (ids.size !== 4 || reminders().length !== 4)
        broken.push(`${change.name}: ${reminders().length} reminders under ${ids.size} ids instead of 4`);
      await server.killNine();
    }
    return { ...NOTHING_SENT, acknowledged: scene.dose, delivered: reminded / 4 };
  },
};
