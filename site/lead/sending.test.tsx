import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSending } from './sending.ts';

vi.mock('../browser/page-fade.ts', () => ({ goTo: vi.fn() }));

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  document.body.innerHTML = '';
});

it('goes on with a second sending when the page has come back in the middle of the first', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
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
