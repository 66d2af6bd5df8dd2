import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { goTo } from '../browser/page-fade.ts';
import { createSending } from './sending.ts';

vi.mock('../browser/page-fade.ts', () => ({ goTo: vi.fn() }));

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.mocked(goTo).mockClear();
  vi.unstubAllGlobals();
  localStorage.clear();
  document.body.innerHTML = '';
});

it('goes on with a second sending when the page has come back in the middle of the first', async () => {
  vi.stubGlobal('fetch', (_url: string, { method }: RequestInit) =>
    method === 'HEAD' ? Promise.resolve({ ok: true }) : new Promise(() => {}),
  );
  document.body.innerHTML = '<form><input name="name" value="Zoé"><input name="email" value="z@exemple.ch">';
  const [form] = document.forms;
  const sending = createSending();
  const send = async () => {
    const waiting = vi.getTimerCount();
    void sending.send(form as HTMLFormElement);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(waiting));
  };
  await send();
  // Long enough for the page to have gone on, and not for it to take its button back.
  await vi.advanceTimersByTimeAsync(3_000);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(sending.state().kind).toBe('ready');
  await send();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(sending.state().kind).toBe('sending');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(sending.state().kind).toBe('ready');
});

it.each([
  ['no network', () => Promise.reject(new TypeError('no network'))],
  ['a proxy without its server', () => Promise.resolve(new Response('', { status: 502 }))],
])('leads to no page that is not there (%s), and on once it is', async (_case, away) => {
  let answer: (method?: string) => Promise<unknown> = away;
  let looked = 0;
  vi.stubGlobal('fetch', (_url: string, { method }: RequestInit) => {
    if (method === 'HEAD') looked++;
    return answer(method);
  });
  document.body.innerHTML = '<form><input name="name" value="Zoé"><input name="email" value="z@exemple.ch">';
  const sending = createSending();
  void sending.send(document.forms[0] as HTMLFormElement);
  await vi.waitFor(() => expect(sending.state().kind).toBe('kept'));
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(looked).toBe(2));
  expect(goTo).not.toHaveBeenCalled();
  answer = async (method) => (method === 'HEAD' ? { ok: true } : away());
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() =>
    expect(goTo).toHaveBeenCalledWith(expect.stringMatching(/^\/introduction\?name=Zo/)),
  );
});
