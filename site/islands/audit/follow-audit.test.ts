import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AuditView } from '#domain/audit.ts';
import type { AuditNews } from './audit-api.ts';
import { followAudit } from './follow-audit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const view = (state: AuditView['state'], step?: AuditView['step']): AuditView => ({
  ...{ state, url: 'https://exemple.ch/', host: 'exemple.ch', checks: [], notMeasured: [] },
  ...(step && { step }),
});
const news = (...args: Parameters<typeof view>): AuditNews => ({ kind: 'view', view: view(...args) });

/** Follows an audit of which the test makes the events, and the answers to being asked. */
function follow(...answers: AuditNews[]) {
  const events = {
    onmessage: null as ((message: MessageEvent<string>) => void) | null,
    onerror: null as ((error: Event) => void) | null,
    close: vi.fn(),
  };
  const told: AuditNews[] = [];
  const read = vi.fn(async () => answers.shift() ?? news('running', 'desktop'));
  const stop = followAudit('jeton', (one) => told.push(one), {
    open: () => events as Pick<EventSource, 'onmessage' | 'onerror' | 'close'>,
    read,
  });
  const say = (data: AuditView) => events.onmessage?.({ data: JSON.stringify(data) } as MessageEvent<string>);
  return { events, told, read, stop, say, cut: () => events.onerror?.(new Event('error')) };
}

it('tells each event as it comes, asks for nothing, and hangs up at the end', async () => {
  const { events, told, read, say } = follow();
  const views = [view('waiting'), view('running', 'phone'), view('done')];
  for (const one of views) {
    say(one);
    await vi.advanceTimersByTimeAsync(20_000);
  }
  expect(told).toEqual(views.map((one) => ({ kind: 'view', view: one })));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(read).not.toHaveBeenCalled();
  expect(events.close).toHaveBeenCalled();
});

it('asks from the moment on in which the events are cut, until the end', async () => {
  const { events, told, read, say, cut } = follow(
    news('running', 'phone'),
    news('running', 'report'),
    news('done'),
  );
  say(view('running', 'page'));
  cut();
  expect(events.close).toHaveBeenCalled();
  expect(events.onerror).toBeNull();
  await vi.advanceTimersByTimeAsync(0);
  expect(told.at(-1)).toEqual(news('running', 'phone'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told.slice(-2)).toEqual([news('running', 'report'), news('done')]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(read).toHaveBeenCalledTimes(3);
});

it('asks where no event comes within four seconds, and where the service falls silent', async () => {
  const kept = follow();
  await vi.advanceTimersByTimeAsync(3_999);
  expect(kept.read).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(kept.read).toHaveBeenCalledOnce();
  kept.stop();
  const silent = follow();
  silent.say(view('waiting'));
  await vi.advanceTimersByTimeAsync(24_999);
  expect(silent.read).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(silent.told.at(-1)).toEqual(news('running', 'desktop'));
});

it('asks less often while it waits than while it runs', async () => {
  const { read, cut } = follow(news('waiting'), news('waiting'), news('running'), news('running'));
  cut();
  await vi.advanceTimersByTimeAsync(2_999);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(3_001);
  expect(read).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(read).toHaveBeenCalledTimes(4);
});

it('goes on after the network was away, and ends where there is no such audit', async () => {
  const gone: AuditNews = { kind: 'gone', detail: 'Aucun audit' };
  const { told, read, cut } = follow({ kind: 'lost' }, { kind: 'lost' }, news('running'), gone);
  cut();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([{ kind: 'lost' }, { kind: 'lost' }, news('running'), gone]);
  expect(read).toHaveBeenCalledTimes(4);
});

it('tells nothing once it was stopped, whatever is still on its way', async () => {
  const { told, stop, cut } = follow();
  cut();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([]);
});
