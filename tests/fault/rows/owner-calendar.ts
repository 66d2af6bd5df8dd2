import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { book, freeTimes } from '../harness/calls.ts';
import { NOTHING_SENT, type Row } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';

/** A calendar is read at public addresses alone. */
const MAIN = resolve('tests/fault/harness/public-loopback.ts');
/** As long as a booking may wait for the calendar (2 s), and as much again on a busy machine. */
const PATIENCE_MS = 4_000;
const EVENT =
  'BEGIN:VEVENT\r\nUID:u@x\r\nDTSTART:20200101T090000Z\r\nDTEND:20200101T100000Z\r\nEND:VEVENT\r\n';

const FEEDS = {
  hangs: undefined,
  lies: 'BEGIN:VCALENDAR\r\nthis is none',
  'is 10 MB': `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n${EVENT.repeat(Math.ceil(10_000_000 / EVENT.length))}END:VCALENDAR\r\n`,
} as const;

export const ownerCalendarFeeds: Row = {
  name: 'owner-calendar',
  fault: 'the owner’s calendar hangs, lies, is 10 MB',
  unit: 'feeds',
  dose: { full: 3, quick: 3 },
  timed: true,
  bar: `calls are booked all the same, within ${PATIENCE_MS / 1_000} s`,
  async run(scene) {
    const { broken } = scene;
    let booked = 0;
    let slowest = 0;
    for (const [name, feed] of Object.entries(FEEDS).slice(0, scene.dose)) {
      const calendar = createServer((_, response) => {
        if (feed !== undefined) response.setHeader('content-type', 'text/calendar').end(feed);
      });
      calendar.listen(0, '127.0.0.1');
      await once(calendar, 'listening');
      scene.onEnd(() => calendar.closeAllConnections());
      scene.onEnd(() => calendar.close());
      const { port } = calendar.address() as AddressInfo;
      const stage = await setStage(scene, { editing: false });
      const calendarUrl = { OWNER_CALENDAR_URL: `http://agenda.example:${port}/a.ics` };
      const server = await stage.start(calendarUrl, { main: MAIN });
      const from = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
      const listed = performance.now();
      const [start] = await freeTimes(server.url, from, 10);
      const asked = performance.now();
      const call = await book(server.url, start, 'zoe@example.ch');
      const done = performance.now();
      slowest = Math.max(slowest, asked - listed, done - asked);
      if (call === undefined) broken.push(`a calendar that ${name}: no call could be booked`);
      else booked += 1;
      if (Math.max(asked - listed, done - asked) > PATIENCE_MS)
        broken.push(`a calendar that ${name}: ${Math.round(done - listed)} ms for a list and a booking`);
      await server.killNine();
    }
    return { ...NOTHING_SENT, acknowledged: booked, delivered: booked, recoveryMs: slowest };
  },
};
