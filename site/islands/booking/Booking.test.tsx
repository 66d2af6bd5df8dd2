import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProviderBooking } from '#domain/booking.ts';
import { OPEN_DIALOG } from '../../browser/dialogs.ts';
import { goTo } from '../../browser/page-fade.ts';
import { hydrate } from '../hydrate.ts';
import { Island } from '../Island.tsx';
import { Booking } from './Booking.island.tsx';

vi.mock('../../browser/page-fade.ts', () => ({ goTo: vi.fn() }));

const calendly: ProviderBooking = { way: 'calendly', page: 'https://calendly.com/x/15min' };
const cal: ProviderBooking = { way: 'cal', page: 'https://cal.com/x/15min' };
const words = {
  button: 'Réserver 15 minutes',
  dialogTitle: 'Choisissez l’heure',
  frameTitle: 'Agenda',
  close: 'Fermer',
  loading: 'L’agenda s’ouvre…',
  silent: 'L’agenda ne répond pas.',
  link: 'Ouvrir l’agenda',
};
const SILENCE_MS = 4_000;

const link = () => screen.getByRole<HTMLAnchorElement>('link', { name: words.button });
const dialog = () => document.querySelector('dialog') as HTMLDialogElement;
const frame = () => document.querySelector('iframe');
const stage = () => dialog().querySelector('[aria-busy]');
const waits = () => [stage()?.getAttribute('aria-busy'), screen.getByText(words.loading).hidden];
const status = () => dialog().querySelector('[role="status"]');

/** The dialog opens as browser/dialogs.ts has it open. */
const openOnEvent = ({ target }: Event) => (target as HTMLDialogElement).show();

/** A message of the provider's frame, with a `source` that keeps what it is answered. */
function say(data: unknown, origin = 'https://calendly.com') {
  const postMessage = vi.fn();
  const source = { postMessage } as unknown as Window;
  const event = new MessageEvent('message', { data, origin });
  Object.defineProperty(event, 'source', { value: source });
  act(() => void window.dispatchEvent(event));
  return postMessage;
}

function wait(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms));
}

beforeEach(() => {
  vi.useFakeTimers();
  document.addEventListener(OPEN_DIALOG, openOnEvent);
});
afterEach(() => {
  vi.useRealTimers();
  vi.mocked(goTo).mockReset();
  document.removeEventListener(OPEN_DIALOG, openOnEvent);
  document.body.innerHTML = '';
  history.replaceState(null, '', '/');
});

describe('the provider’s booking', () => {
  it('asks the provider nothing before the visitor does, and is a link to its page with what is known', () => {
    history.replaceState(null, '', '/introduction?name=Zo%C3%AB&email=z%40exemple.ch');
    render(<Booking booking={calendly} words={words} />);
    expect([frame(), dialog().open, ...waits()]).toEqual([null, false, 'false', true]);
    expect(link().href).toBe('https://calendly.com/x/15min?name=Zo%C3%AB&email=z%40exemple.ch');
    wait(SILENCE_MS);
    say({ event: 'calendly.event_scheduled' });
    expect([status()?.textContent, vi.mocked(goTo).mock.calls]).toEqual(['', []]);
  });

  it('opens its dialog on a click and says that the calendar comes, in a frame that has a title', () => {
    render(<Booking booking={calendly} words={words} />);
    // False: the click's own way is prevented.
    expect(fireEvent.click(link())).toBe(false);
    expect([dialog().open, ...waits()]).toEqual([true, 'true', false]);
    expect(frame()?.title).toBe(words.frameTitle);
    expect(frame()?.src).toContain('https://calendly.com/x/15min?embed_domain=');
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'leaves a click with %o to the browser',
    (how) => {
      render(<Booking booking={calendly} words={words} />);
      let isPrevented: boolean | undefined;
      const look = (event: Event) => {
        isPrevented = event.defaultPrevented;
        // Or the test's browser would follow it.
        event.preventDefault();
      };
      window.addEventListener('click', look, { once: true });
      fireEvent.click(link(), how);
      expect([isPrevented, frame(), dialog().open]).toEqual([false, null, false]);
    },
  );

  it('takes the first word of the frame for its being there, and complains no more', () => {
    render(<Booking booking={calendly} words={words} />);
    fireEvent.click(link());
    wait(SILENCE_MS - 1);
    say({ event: 'calendly.profile_page_viewed' });
    expect(waits()).toEqual(['false', true]);
    wait(SILENCE_MS);
    expect([status()?.textContent, vi.mocked(goTo).mock.calls]).toEqual(['', []]);
    expect(frame()).not.toBeNull();
  });

  it('greets the frame that waits for it, at its own origin', () => {
    render(<Booking booking={cal} words={words} />);
    fireEvent.click(link());
    const answered = say({ originator: 'CAL', type: '__iframeReady' }, 'https://cal.com');
    expect(answered).toHaveBeenCalledExactlyOnceWith(
      { originator: 'CAL', method: 'parentKnowsIframeReady' },
      'https://cal.com',
    );
  });

  it('tells aloud that a silent frame does not answer, with the plain link, until it speaks after all', () => {
    render(<Booking booking={calendly} words={words} />);
    fireEvent.click(link());
    wait(SILENCE_MS - 1);
    expect(status()?.textContent).toBe('');
    wait(1);
    expect([status()?.textContent, ...waits()]).toEqual([`${words.silent} ${words.link}`, 'false', true]);
    const way = screen.getByRole<HTMLAnchorElement>('link', { name: words.link });
    expect([way.href, way.target]).toEqual([calendly.page, '_blank']);
    say({ event: 'calendly.profile_page_viewed' });
    expect(status()?.textContent).toBe('');
  });

  it('goes on to the next step when the call is booked, once it is the provider who says so', () => {
    render(<Booking booking={calendly} words={words} />);
    fireEvent.click(link());
    say({ event: 'calendly.event_scheduled' }, 'https://calendly.com.exemple.ch');
    say({ event: 'event_scheduled' });
    expect([vi.mocked(goTo).mock.calls, ...waits()]).toEqual([[], 'true', false]);
    say({ event: 'calendly.event_scheduled' });
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/validation');
  });

  it('keeps its frame when the dialog is closed and opened again', () => {
    render(<Booking booking={calendly} words={words} />);
    fireEvent.click(link());
    say({ event: 'calendly.profile_page_viewed' });
    const first = frame();
    dialog().close();
    fireEvent.click(link());
    expect([dialog().open, frame() === first, ...waits()]).toEqual([true, true, 'false', true]);
  });

  it('loads the frame of a dialog that its address had opened before React came', () => {
    const complaints = vi.spyOn(console, 'error');
    document.body.innerHTML = renderToString(
      <Island name="Booking" of={Booking} props={{ booking: calendly, words }} />,
    );
    dialog().show();
    expect(frame()).toBeNull();
    act(() => hydrate(document.querySelector('[data-island]') as HTMLElement, Booking as never));
    expect([dialog().open, frame()?.title, ...waits()]).toEqual([true, words.frameTitle, 'true', false]);
    expect(complaints).not.toHaveBeenCalled();
  });

  it('loads the frame of a dialog that the browser’s forward button opens', () => {
    render(<Booking booking={calendly} words={words} />);
    act(() => void window.dispatchEvent(new Event('popstate')));
    expect(frame()).toBeNull();
    // As browser/dialogs.ts does, which hears of it first.
    dialog().show();
    act(() => void window.dispatchEvent(new Event('popstate')));
    expect([frame()?.title, ...waits()]).toEqual([words.frameTitle, 'true', false]);
    say({ event: 'calendly.profile_page_viewed' });
    act(() => void window.dispatchEvent(new Event('popstate')));
    expect(waits()).toEqual(['false', true]);
  });
});
