// Island because it asks the scheduling provider only when the visitor does, and follows what its frame says.
import { type MouseEvent, useEffect, useState } from 'react';
import type { ProviderBooking } from '#domain/booking.ts';
import { OPEN_DIALOG } from '../../browser/dialogs.ts';
import { goTo } from '../../browser/page-fade.ts';
import { isPlainClick } from '../../browser/plain-click.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Dialog } from '../../components/ui/Dialog.tsx';
import { lastLeadNews } from '../../lead/last-lead.ts';
import { type Prefill, readPrefill, readReference } from '../../lead/prefill.ts';
import { attr, BOOKING_LINK, REPLAY } from '../../markup.ts';
import css from './Booking.module.css';
import { bookingFrameUrl, bookingOrigin, frameGreeting, readFrameMessage, visitorPage } from './booking.ts';

interface Props {
  readonly booking: ProviderBooking;
  readonly words: {
    readonly button: string;
    readonly dialogTitle: string;
    readonly frameTitle: string;
    readonly close: string;
    readonly loading: string;
    readonly silent: string;
    readonly link: string;
  };
}

const DIALOG = 'reservation';
/** A frame that says nothing for this long is taken for blocked. */
const SILENCE_MS = 4_000;

type Frame = 'closed' | 'loading' | 'alive' | 'silent';

/** The button to the 15 minutes; the provider's page opens in a frame, or by a plain link when the frame stays silent. */
export function Booking({ booking, words }: Props) {
  const [frame, setFrame] = useState<Frame>('closed');
  // As of when the frame was opened: a frame that is loaded anew forgets what was chosen in it.
  const [source, setSource] = useState<string>();
  const address = visitorPage(booking, ...knownOf());

  // Its address may open the dialog too: before this code came, or by the browser's forward button.
  useEffect(() => {
    const loadIfOpen = () => {
      if (dialogElement()?.open) setFrame((now) => (now === 'closed' ? 'loading' : now));
    };
    loadIfOpen();
    window.addEventListener('popstate', loadIfOpen);
    return () => window.removeEventListener('popstate', loadIfOpen);
  }, []);

  useEffect(() => {
    if (frame === 'closed') return;
    const [prefill, reference] = knownOf();
    setSource((now) => now ?? bookingFrameUrl(booking, prefill, window.location.hostname, reference));
  }, [frame, booking]);

  useEffect(() => {
    if (frame === 'closed') return;
    const origin = bookingOrigin(booking);
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.origin !== origin) return;
      const news = readFrameMessage(booking, event.data);
      if (!news) return;
      setFrame('alive');
      const greeting = frameGreeting(booking);
      if (greeting) (event.source as Window | null)?.postMessage(greeting, origin);
      if (news === 'booked') goTo('/validation');
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [frame, booking]);

  // The timeout counts from when the iframe is in the document: on a slow device that is some time after the click.
  useEffect(() => {
    if (frame !== 'loading' || source === undefined) return;
    const timer = setTimeout(() => setFrame('silent'), SILENCE_MS);
    return () => clearTimeout(timer);
  }, [frame, source]);

  const open = (event: MouseEvent) => {
    const dialog = dialogElement();
    if (!dialog || !isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    if (frame === 'closed') setFrame('loading');
    dialog.dispatchEvent(new Event(OPEN_DIALOG, { bubbles: true }));
  };

  return (
    <>
      <Button
        wide
        href={address}
        target="_blank"
        rel="noopener"
        {...attr(REPLAY, 'click')}
        {...attr(BOOKING_LINK, booking.way)}
        suppressHydrationWarning
        onClick={open}
      >
        {words.button}
      </Button>
      <Dialog id={DIALOG} title={words.dialogTitle} closeLabel={words.close} wide>
        <div className={css.stage} aria-busy={frame === 'loading'}>
          {source && <iframe className={css.frame} src={source} title={words.frameTitle} />}
          <p className={css.loading} hidden={frame !== 'loading'}>
            {words.loading}
          </p>
        </div>
        <div role="status" className={css.silent}>
          {frame === 'silent' && (
            <p>
              {words.silent}{' '}
              <a href={address} target="_blank" rel="noopener">
                {words.link}
              </a>
            </p>
          )}
        </div>
      </Dialog>
    </>
  );
}

/** Name and e-mail out of the address, and the reference to the lead, there or in the server's answer to it. */
function knownOf(): readonly [Prefill, string | undefined] {
  if (typeof window === 'undefined') return [{}, undefined];
  const { search } = window.location;
  return [readPrefill(search), readReference(search) ?? lastLeadNews()?.reference];
}

function dialogElement(): HTMLDialogElement | null {
  // Firefox below 98 has none, and follows the link.
  return window.HTMLDialogElement ? document.querySelector<HTMLDialogElement>(`dialog#${DIALOG}`) : null;
}
