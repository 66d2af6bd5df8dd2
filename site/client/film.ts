import { openDialog } from './dialogs.ts';
import { painted } from './later.ts';

/**
 * Turns a poster `[data-film]` into its player on click: our own file, or YouTube without cookies. Nothing
 * foreign is asked for before. With `data-opens` the film waits behind that dialog and starts when it closes.
 * Each touch is answered on the screen first: a player, and above all its buttons, is much for a browser to set up.
 */
export function playFilmsOnClick(): void {
  for (const poster of document.querySelectorAll<HTMLElement>('[data-film]')) {
    let clicked = false;
    poster.addEventListener('click', async (event) => {
      event.preventDefault();
      if (clicked) return;
      clicked = true;
      const found = document.getElementById(poster.dataset.opens ?? '');
      const dialog = found instanceof HTMLDialogElement ? found : undefined;
      if (dialog) openDialog(dialog);
      await painted();
      const player = poster.dataset.youtube ? youtubePlayer(poster, !dialog) : filePlayer(poster);
      poster.replaceWith(player);
      if (dialog?.open) {
        await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
        await painted();
      }
      start(player);
    });
  }
}

function filePlayer(poster: HTMLElement): HTMLVideoElement {
  const video = document.createElement('video');
  Object.assign(video, { playsInline: true, src: poster.dataset.film, poster: poster.dataset.poster });
  video.className = poster.className;
  video.ariaLabel = poster.dataset.title ?? null;
  const track = document.createElement('track');
  Object.assign(track, { kind: 'captions', srclang: 'fr', label: 'Français', src: poster.dataset.captions });
  video.append(track);
  return video;
}

function youtubePlayer(poster: HTMLElement, autoplay: boolean): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  const id = encodeURIComponent(poster.dataset.youtube ?? '');
  frame.src = `https://www.youtube-nocookie.com/embed/${id}?rel=0${autoplay ? '&autoplay=1' : ''}`;
  frame.allow = 'autoplay; fullscreen; picture-in-picture';
  // The site of the film shows nothing to a page that hides where it is; the origin alone holds no name.
  frame.referrerPolicy = 'strict-origin';
  frame.title = poster.dataset.title ?? '';
  frame.className = poster.className;
  return frame;
}

function start(player: HTMLElement): void {
  if (player instanceof HTMLVideoElement) {
    player.controls = true;
    void player.play().catch(() => undefined);
  }
  player.focus();
}
