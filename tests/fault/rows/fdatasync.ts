import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureProgram } from '../../support/machine.ts';
import { NOTHING_SENT, type Row } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';
import { until } from '../harness/until.ts';

const CALLS = 'trace=read,readv,recvfrom,recvmsg,write,writev,pwrite64,sendto,sendmsg,fsync,fdatasync';

export const fdatasync: Row = {
  name: 'fdatasync',
  fault: 'the kernel’s view (strace): what was done between a lead’s arrival and its answer',
  unit: 'answers',
  dose: { full: 50, quick: 10 },
  bar: 'a completed fdatasync or fsync before each 2xx',
  async run(scene) {
    if (!ensureProgram('strace')) return { ...NOTHING_SENT, impossible: 'no strace here' };
    const stage = await setStage(scene);
    const trace = join(stage.folder, 'trace');
    // The tracer as a grandchild (-D): signals meant for the server reach the server.
    const wrapper = ['strace', '-D', '-f', '-qq', '-s', '48', '-e', CALLS, '-o', trace];
    const server = await stage.start({}, { wrapper });
    for (let post = 0; post < scene.dose; post += 1) await stage.client.send(server.url);
    const judgement = await stage.verdict(60_000);
    await server.stop();
    const read = () => readTrace(readFileSync(trace, 'utf8'));
    await until('the end of the trace', 60_000, () => read().answers >= scene.dose).catch(() => {});
    const { answers, unsynced } = read();
    if (answers !== scene.dose) scene.broken.push(`${answers} answers seen, not ${scene.dose}`);
    if (unsynced > 0) scene.broken.push(`${unsynced} answers without a sync before them`);
    return judgement;
  },
};

/** Follows the calls in the order in which they ended: leads come one at a time, so each sync belongs to one. */
export function readTrace(trace: string): { answers: number; unsynced: number } {
  let answers = 0;
  let unsynced = 0;
  let waiting: string | undefined;
  let synced = false;
  /** The descriptor of the read that each thread has begun and not ended. */
  const reading = new Map<string, string>();
  for (const line of trace.split('\n')) {
    const thread = line.split(' ', 1)[0] ?? '';
    const [, begun] = /\bread\((\d+),\s+<unfinished/.exec(line) ?? [];
    if (begun !== undefined) reading.set(thread, begun);
    const ended = /<\.\.\. read resumed>"POST \/api\/leads/.test(line) ? reading.get(thread) : undefined;
    const asked = ended ?? /\bread\((\d+), "POST \/api\/leads/.exec(line)?.[1];
    const [, answered] =
      /\b(?:write|writev|sendto|sendmsg)\((\d+),.*"HTTP\/1\.1 (?:2\d\d|303)/.exec(line) ?? [];
    if (asked !== undefined) {
      waiting = asked;
      synced = false;
    } else if (/\b(?:fdatasync|fsync)(?:\(| resumed).*= 0$/.test(line)) {
      synced = true;
    } else if (answered !== undefined && answered === waiting) {
      waiting = undefined;
      answers += 1;
      if (!synced) unsynced += 1;
    }
  }
  return { answers, unsynced };
}
