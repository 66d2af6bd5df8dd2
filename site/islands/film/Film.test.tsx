import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OPEN_DIALOG } from '../../browser/dialogs.ts';
import { BY_FILM } from '../../markup.ts';
import { hydrate } from '../hydrate.ts';
import { Island } from '../Island.tsx';
import { Film } from './Film.island.tsx';

const files = {
  film: '/f.mp4',
  captions: '/f.vtt',
  poster: { avif: '/p.avif', phone: '/s.avif', jpg: '/p.jpg' },
};
const words = { title: 'De vitrine à machine', call: 'Voir le film', length: '25 s' };
const play = vi.fn(async () => {});

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play);
});
afterEach(() => {
  play.mockReset();
  document.body.innerHTML = '';
});

const poster = () => screen.getByRole('link', { name: /Voir le film/ });
const video = () => vi.waitFor(() => screen.getByTitle<HTMLVideoElement>(words.title));

/** A dialog that opens as browser/dialogs.ts has it open. */
function dialogOnPage(): HTMLDialogElement {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.id = 'consultation';
  dialog.addEventListener(OPEN_DIALOG, () => dialog.show());
  return dialog;
}

it('is a link to the film until it is clicked, then plays it with its captions, and has the focus', async () => {
  render(<Film files={files} words={words} />);
  expect(poster().getAttribute('href')).toBe('/f.mp4');
  fireEvent.click(poster());
  const player = await video();
  await vi.waitFor(() => expect(play).toHaveBeenCalledOnce());
  expect(player.controls).toBe(true);
  expect(player.querySelector('track')?.getAttribute('src')).toBe('/f.vtt');
  expect(document.activeElement).toBe(player);
});

it('leaves a click that asks for another tab to the browser', () => {
  render(<Film files={files} words={words} />);
  // True: nobody has prevented it.
  expect(fireEvent.click(poster(), { ctrlKey: true })).toBe(true);
  expect(poster()).toBeTruthy();
});

it('opens its dialog, says that the film did, and begins when it closes', async () => {
  const dialog = dialogOnPage();
  render(<Film files={files} words={words} opens="consultation" />);
  fireEvent.click(poster());
  expect([dialog.open, dialog.hasAttribute(BY_FILM)]).toEqual([true, true]);
  const player = await video();
  expect([play.mock.calls.length, player.controls]).toEqual([0, false]);
  dialog.close();
  await vi.waitFor(() => expect(play).toHaveBeenCalledOnce());
  expect(dialog.hasAttribute(BY_FILM)).toBe(false);
});

it('shows its buttons when the browser refuses to play', async () => {
  play.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  render(<Film files={files} words={words} />);
  fireEvent.click(poster());
  const player = await video();
  await vi.waitFor(() => expect(player.controls).toBe(true));
});

it('asks YouTube for nothing before the click, and then without cookies', async () => {
  render(<Film files={files} words={words} youtube="abc" />);
  expect(poster().getAttribute('href')).toBe('https://www.youtube.com/watch?v=abc');
  expect(document.querySelector('iframe')).toBeNull();
  fireEvent.click(poster());
  const frame = await vi.waitFor(() => screen.getByTitle<HTMLIFrameElement>(words.title));
  await vi.waitFor(() =>
    expect(frame.getAttribute('src')).toBe('https://www.youtube-nocookie.com/embed/abc?rel=0&autoplay=1'),
  );
});

it('takes over the poster as it was built', () => {
  const complaints = vi.spyOn(console, 'error');
  document.body.innerHTML = renderToString(<Island name="Film" of={Film} props={{ files, words }} />);
  const built = poster();
  act(() => hydrate(document.querySelector('[data-island]') as HTMLElement, Film as never));
  expect(poster()).toBe(built);
  expect(complaints).not.toHaveBeenCalled();
});
