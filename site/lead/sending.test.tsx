import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { goTo } from '../browser/page-fade.ts';
import { browserDeps } from './pending-list.ts';
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
  // Twice in silence: the form itself was posted, and led nowhere.
  expect(sending.state().kind).toBe('failed');
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
  answer = async (method) => (method === 'HEAD' ? { ok: true } : new Response('{}', { status: 503 }));
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() =>
    expect(goTo).toHaveBeenCalledWith(expect.stringMatching(/^\/introduction\?name=Zo/)),
  );
});

it.each([
  ['a filter that cuts requests', () => Promise.reject(new TypeError('blocked'))],
  ['a filter’s own page', () => Promise.resolve(new Response('<h1>Bloqué</h1>', { status: 403 }))],
  ['a portal’s own page', () => Promise.resolve(new Response('<h1>Wi-Fi</h1>'))],
])('posts the form itself after two failures while pages come (%s)', async (_case, blocked) => {
  const posted = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
  const asked: (string | undefined)[] = [];
  vi.stubGlobal('fetch', (_url: string, { method }: RequestInit) => {
    asked.push(method);
    return method === 'HEAD' ? Promise.resolve({ ok: true }) : blocked();
  });
  document.body.innerHTML = '<form><input name="name" value="Zoé"><input name="email" value="z@exemple.ch">';
  await createSending().send(document.forms[0] as HTMLFormElement);
  expect(posted).toHaveBeenCalledOnce();
  expect(asked).toEqual(['POST', 'HEAD', 'POST', 'HEAD']);
  expect(goTo).not.toHaveBeenCalled();
});

it('posts the form itself where nothing can be stored, for the server to say at the next step that the lead is there', async () => {
  const posted = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
  posted.mockClear();
  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) =>
    method === 'HEAD'
      ? { ok: true }
      : Response.json({ id: JSON.parse(String(body)).id, reference: 'signed' }),
  );
  document.body.innerHTML = '<form><input name="name" value="Zoé"><input name="email" value="z@exemple.ch">';
  await createSending().send(document.forms[0] as HTMLFormElement);
  expect(posted).toHaveBeenCalledOnce();
  expect(goTo).not.toHaveBeenCalled();
});

it('waits no longer than a second for a lock that another tab never gives back', async () => {
  const work = vi.fn(async () => 'done');
  const request = (_name: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  vi.stubGlobal('navigator', { locks: { request } });
  const done = browserDeps().exclusive('pending_leads:list', work);
  await vi.advanceTimersByTimeAsync(999);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await done).toBe('done');
  expect(work).toHaveBeenCalledOnce();
});

it('does its work once where it has the lock, and says what that says', async () => {
  const request = (_name: string, _options: object, held: () => Promise<unknown>) => held();
  vi.stubGlobal('navigator', { locks: { request } });
  const work = vi.fn(() => Promise.reject(new Error('full')));
  await expect(browserDeps().exclusive('pending_leads:list', work)).rejects.toThrow('full');
  expect(work).toHaveBeenCalledOnce();
});
