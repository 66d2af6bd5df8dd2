import { GATHER_MS, SINGLY } from '#server/leads/mails/bundle.ts';
import { postLead, someLead } from '../../fakes/leads.ts';
import type { Mood, ReceivedMail } from '../../fakes/smtp.ts';
import { type BookedCall, book, freeTimes, OWNER, soldTwice, startMail, wordsOf } from '../harness/calls.ts';
import { NOTHING_SENT, type Row } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';
import { until } from '../harness/until.ts';

const MOODS: readonly [Mood, ...Mood[]] = [
  'accepts',
  'greylists',
  'drops after DATA',
  'accepts and dies',
  'refuses the sender',
];
const DAY = 86_400_000;

export const callKills: Row = {
  name: 'call-kills',
  fault: 'kill -9 between booking, mail and status, with a mail server in every mood',
  unit: 'kills',
  dose: { full: 40, quick: 2 },
  bar: 'no time sold twice, both told of every call under one Message-ID each, its lead Warm',
  async run(scene) {
    const { random } = scene;
    const stage = await setStage(scene, { editing: false });
    const { smtp, environment } = await startMail(scene);
    const calls: BookedCall[] = [];
    for (let kill = 0; kill < scene.dose; kill += 1) {
      smtp.moods = [random.pick(MOODS), random.pick(MOODS), 'accepts'];
      const server = await stage.start(environment);
      const from = new Date(Date.now() + (1 + (kill % 20)) * DAY).toISOString().slice(0, 10);
      const [start] = await freeTimes(server.url, from, 10);
      // Three want the same time at once, each with a lead that said yes just before.
      const wanted = [0, 1, 2].map(async () => {
        const lead = someLead({ email: `v${kill}-${crypto.randomUUID()}@example.ch` });
        const answer = await postLead(server.url, lead);
        const { reference } = (await answer.json()) as { reference: string };
        const call = await book(server.url, start, lead.email, reference);
        if (call !== undefined) calls.push(call);
      });
      const before = calls.length;
      await until('a booking', 60_000, async () => {
        await Promise.race([Promise.all(wanted), new Promise((resolve) => setTimeout(resolve, 20))]);
        return calls.length > before;
      });
      await new Promise((resolve) => setTimeout(resolve, random.within(0, 400)));
      await server.killNine();
      await Promise.all(wanted.map((one) => one.catch(() => {})));
    }
    smtp.moods = ['accepts'];
    const last = await stage.start(environment);
    const read = new Map<ReceivedMail, string>();
    const invitations = () =>
      smtp.accepted.flatMap((mail) => {
        const words = read.get(mail) ?? wordsOf(mail);
        read.set(mail, words);
        return words.includes('METHOD:REQUEST') ? [{ ...mail, words }] : [];
      });
    const toldIds = (to: string, email: string) => {
      const about = invitations().filter((mail) => mail.to.includes(to) && mail.words.includes(email));
      return new Set(about.map(({ messageId }) => messageId));
    };
    const untold = () =>
      calls.filter(({ email }) => toldIds(email, email).size === 0 || toldIds(OWNER, email).size === 0);
    const cold = async () => {
      const records = await stage.provider.records();
      return calls.filter(
        ({ email }) => !records.some(({ fields }) => fields.Email === email && fields.Status === 'Warm'),
      );
    };
    // The embedded database ends the leases of a killed server at the next start; on PostgreSQL they would last another
    // minute. The owner gets a separate mail for each of the first SINGLY calls; later ones are collected for GATHER_MS and
    // sent in one mail.
    await until(
      'every mail and status',
      90_000 + (calls.length > SINGLY ? GATHER_MS : 0),
      async () => untold().length + (await cold()).length === 0,
    ).catch(() => {});
    const [lost, notWarm, sold] = [untold().length, (await cold()).length, soldTwice(calls)];
    const confirmedTwice = calls.filter(({ email }) => toldIds(email, email).size > 1).length;
    await last.killNine();
    const { broken } = scene;
    if (calls.length < scene.dose) broken.push(`only ${calls.length} calls were booked`);
    if (lost > 0) broken.push(`${lost} calls of which somebody was not told`);
    if (notWarm > 0) broken.push(`${notWarm} records that are not Warm`);
    if (sold > 0) broken.push(`${sold} times sold twice`);
    if (confirmedTwice > 0) broken.push(`${confirmedTwice} visitors confirmed under two Message-IDs`);
    return {
      ...NOTHING_SENT,
      acknowledged: calls.length,
      delivered: calls.length - lost,
      missing: lost,
      twice: sold + confirmedTwice,
      note: `${calls.length} calls, ${smtp.mails.length - smtp.accepted.length} mails not accepted at first`,
    };
  },
};
