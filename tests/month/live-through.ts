import { expect } from 'vitest';
import { postForm, postJson, someLead } from '../service/test-server.ts';
import { actors } from './owner.ts';
import { at, type Call, people, STRANGERS, WHO } from './people.ts';
import type { Stage } from './stage.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What truly happened in the month, by which its mails are judged. */
export interface Facts {
  /** By index in `people`. */
  readonly ids: Map<number, string>;
  readonly said: { readonly id: string; readonly answer: string; readonly at: number }[];
  readonly calls: {
    readonly name: string;
    readonly email: string;
    booked: number;
    start: number;
    /** Where it was before it was moved. */
    before?: { readonly start: number; readonly movedAt: number };
    cancelledAt?: number;
    said?: { readonly outcome: 'held' | 'not-reached'; readonly at: number };
  }[];
  erasureAskedAt?: number;
  erasedAt?: number;
  /** Where the erased person still stood just after that. */
  left?: readonly string[];
  restoredAt?: number;
}

type Step = readonly [at: number, act: () => Promise<void>];

/** Lets the month happen: what visitors and the owner do, and what breaks. */
export async function liveThrough(stage: Stage): Promise<Facts> {
  const facts: Facts = { ids: new Map(), said: [], calls: [] };
  const does = actors(stage);
  const steps: Step[] = [];
  const references = new Map<number, string>();
  const plan = (time: number, act: () => Promise<void>) => steps.push([time, act]);

  function planCall(
    call: Call,
    booked: number,
    who: () => { name: string; email: string; reference?: string },
  ) {
    const start = at(call.day, call.clock);
    let manage = '';
    plan(booked, async () => {
      const { name, email } = who();
      manage = await does.book(start, who());
      facts.calls.push({ name, email, booked: stage.clock.now(), start });
    });
    const fact = () => facts.calls.find(({ email }) => email === who().email) ?? expect.fail(who().email);
    const end = (call.movedTo ? at(...call.movedTo) : start) + HOUR;
    switch (call.fate) {
      case 'moved':
        plan(start - 16 * HOUR, async () => {
          const movedTo = at(...(call.movedTo ?? [0, '']));
          await does.move(manage, movedTo);
          Object.assign(fact(), { before: { start, movedAt: stage.clock.now() }, start: movedTo });
        });
        return planWord('held');
      case 'held':
      case 'not-reached':
        return planWord(call.fate);
      case 'cancelled':
        return plan(start - 5 * HOUR, async () => {
          await does.cancel(manage);
          fact().cancelledAt = stage.clock.now();
        });
    }
    function planWord(outcome: 'held' | 'not-reached') {
      plan(end, async () => {
        await does.sayOfCall(who().name, outcome === 'held' ? 'tenu' : 'pas-joint');
        fact().said = { outcome, at: stage.clock.now() };
      });
    }
  }

  for (const [index, person] of people.entries()) {
    const { name, email, came, way, said, call } = person;
    const id = crypto.randomUUID();
    plan(came, async () => {
      if (way === 'form') {
        const { status } = await postForm(stage.url(), { name, email, commentaire: '' });
        expect(status).toBe(303);
        const row = await stage
          .db()
          .selectFrom('leads')
          .select('id')
          .where('email', '=', email)
          .executeTakeFirstOrThrow();
        facts.ids.set(index, row.id);
        return;
      }
      const response = await postJson(stage.url(), {
        ...someLead({ id, name, email }),
        ...(way === 'trap' && { commentaire: 'rempli par un outil' }),
      });
      expect(response.status).toBe(201);
      const { reference } = (await response.json()) as { reference: string };
      references.set(index, reference);
      facts.ids.set(index, id);
    });
    for (const [hours, answer] of said)
      plan(came + hours * HOUR, async () => {
        const lead = facts.ids.get(index) ?? '';
        if (await does.answer(lead, answer)) facts.said.push({ id: lead, answer, at: stage.clock.now() });
      });
    if (call !== undefined)
      planCall(call, came + 10 * MINUTE, () => ({
        name,
        email,
        ...(references.has(index) && { reference: references.get(index) as string }),
      }));
  }
  for (const { name, email, booked, call } of STRANGERS) planCall(call, booked, () => ({ name, email }));

  // Taken for a program; the owner lets it go three days later.
  const held = people[WHO.held];
  plan((held?.came ?? 0) + 74 * HOUR, async () => {
    const link = does.linkAfter('ada@atelier.example', held?.email ?? '', '/suivi/');
    expect((await does.follow(link ?? '', { answer: 'laisser' })).status).toBe(303);
  });

  const gone = people[WHO.erased];
  plan((gone?.came ?? 0) + 30 * HOUR, async () => {
    const link = does.linkAfter(gone?.email ?? '', '', '/effacement/');
    expect((await does.follow(link ?? '')).status).toBe(303);
    facts.erasureAskedAt = stage.clock.now();
    const call = facts.calls.find(({ email }) => email === gone?.email);
    if (call) call.cancelledAt = stage.clock.now();
  });
  plan((gone?.came ?? 0) + 54 * HOUR, async () => {
    const { code, stderr } = await stage.command('erase', gone?.email ?? '', '--yes');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    facts.erasedAt = stage.clock.now();
    facts.left = await stage.place.traces(gone?.email ?? '');
  });

  const breaks = (from: number, to: number, begin: () => void, end: () => void | Promise<void>) => {
    plan(from, async () => {
      stage.break(true);
      begin();
    });
    plan(to, async () => {
      await end();
      stage.break(false);
    });
  };
  // Airtable is down over a weekend.
  breaks(
    at(5, '08:00'),
    at(6, '20:00'),
    () => stage.airtable.fail({ kind: 'status', status: 503 }, 100_000),
    () => stage.airtable.heal(),
  );
  // The token is revoked; it is mended a day later, in the middle of an attempt and before a restart.
  const revoked = {
    kind: 'status',
    status: 401,
    body: { error: { type: 'AUTHENTICATION_REQUIRED', message: 'Authentication required' } },
  } as const;
  breaks(
    at(9, '12:00'),
    at(10, '12:00'),
    () => stage.airtable.fail(revoked, 100_000),
    async () => {
      await stage.command('retry', '--refused');
      stage.airtable.heal();
      // In the middle of a pass over the strategies.
      stage.airtable.fail(revoked, 3);
      await stage.command('retry', '--refused');
      await stage.settle();
      await stage.command('retry', '--refused');
      await stage.stop();
      await stage.start();
    },
  );
  // No mail is taken from a Tuesday to a Friday.
  breaks(
    at(15, '18:00'),
    at(18, '11:00'),
    () => stage.smtp.moods.splice(0, 99, 'greylists'),
    () => void stage.smtp.moods.splice(0, 99, 'accepts'),
  );
  // The disk dies on a Saturday; the copy is of the night before.
  plan(at(26, '03:20'), () => stage.place.backup());
  plan(at(26, '12:00'), async () => {
    await stage.stop();
    await stage.place.restore();
    expect(await stage.command('after-restore')).toMatchObject({ code: 0, stderr: '' });
    await stage.start();
    facts.restoredAt = stage.clock.now();
  });
  // An update.
  plan(at(20, '12:30'), async () => {
    await stage.stop();
    await stage.advance(5_000);
    await stage.start();
  });

  await stage.start();
  for (const [time, act] of steps.toSorted(([a], [b]) => a - b)) {
    await stage.until(time);
    await act();
    await stage.settle();
  }
  await stage.until(at(35, '10:00'));
  return facts;
}
