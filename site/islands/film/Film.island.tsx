// Island because its poster becomes a player, which waits for the dialog that opens over it.
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { OPEN_DIALOG } from '../../browser/dialogs.ts';
import { nextPaint } from '../../browser/later.ts';
import { isPlainClick } from '../../browser/plain-click.ts';
import { attr, BY_FILM, FILM, REPLAY } from '../../markup.ts';
import css from './Film.module.css';

/** A film of ours: where it, its captions and its poster lie, once built. */
export interface FilmFiles {
  readonly film: string;
  readonly captions: string;
  readonly poster: { readonly avif: string; readonly phone: string; readonly jpg: string };
}

interface Props {
  readonly files: FilmFiles;
  /** A YouTube id takes the place of our own file; nothing is asked of YouTube before the click. */
  readonly youtube?: string | undefined;
  readonly words: { readonly title: string; readonly call: string; readonly length: string };
  /** Id of a dialog that opens with the film, which then begins when that closes. */
  readonly opens?: string;
}

type Stage = 'poster' | 'waiting' | 'playing';

/**
 * The poster of a film, and in its place, once it is clicked, the player. Without React it is a link to the film.
 * Each touch is answered on the screen first: a player, and above all its buttons, is much for a browser to set up.
 */
export function Film({ files, youtube, words, opens }: Props) {
  const [stage, setStage] = useState<Stage>('poster');
  const clicked = useRef(false);

  const show = async (event: MouseEvent) => {
    if (!isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    if (clicked.current) return;
    clicked.current = true;
    const dialog = opens === undefined ? null : document.querySelector<HTMLDialogElement>(`dialog#${opens}`);
    dialog?.toggleAttribute(BY_FILM, true);
    dialog?.dispatchEvent(new Event(OPEN_DIALOG, { bubbles: true }));
    await nextPaint();
    setStage('waiting');
    if (dialog?.open) await new Promise((closed) => dialog.addEventListener('close', closed, { once: true }));
    await nextPaint();
    dialog?.removeAttribute(BY_FILM);
    setStage('playing');
  };

  if (stage === 'poster')
    return (
      <Poster href={youtube ? watchUrl(youtube) : files.film} files={files} words={words} onClick={show} />
    );
  const playing = stage === 'playing';
  return youtube ? (
    <YoutubePlayer id={youtube} title={words.title} playing={playing} />
  ) : (
    <Player files={files} title={words.title} playing={playing} />
  );
}

interface PosterProps extends Pick<Props, 'files' | 'words'> {
  readonly href: string;
  readonly onClick: (event: MouseEvent) => void;
}

function Poster({ href, files, words, onClick }: PosterProps) {
  return (
    <a className={css.film} href={href} {...attr(FILM)} {...attr(REPLAY, 'click')} onClick={onClick}>
      <span className={css.poster}>
        <picture>
          <source
            srcSet={`${files.poster.phone} 800w, ${files.poster.avif} 1280w`}
            sizes="(max-width: 767.98px) 100vw, 50vw"
            type="image/avif"
          />
          <img src={files.poster.jpg} width={1280} height={720} alt="" fetchPriority="high" />
        </picture>
        <span className={css.sign}>
          <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
            <path d="M7 4v16l13-8z" />
          </svg>
        </span>
      </span>
      <span className={css.call}>
        <span>
          {words.call}
          <span className="visually-hidden">{`\u202f: ${words.title}`}</span>
        </span>
        <span className={css.length}>{words.length}</span>
      </span>
    </a>
  );
}

interface PlayerProps {
  readonly title: string;
  readonly playing: boolean;
}

/** Its buttons show whatever comes: a browser may refuse to play before it is asked once more (Safari). */
function Player({ files, title, playing }: PlayerProps & Pick<Props, 'files'>) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (!playing) return;
    video.current?.play().catch(() => {});
    video.current?.focus();
  }, [playing]);
  return (
    <video
      ref={video}
      className={css.film}
      src={files.film}
      poster={files.poster.jpg}
      title={title}
      controls={playing}
      playsInline
    >
      <track kind="captions" srcLang="fr" label="Français" src={files.captions} />
    </video>
  );
}

/** The site of the film shows nothing to a page that hides where it is; the origin alone holds no name. */
function YoutubePlayer({ id, title, playing }: PlayerProps & { readonly id: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (playing) frame.current?.focus();
  }, [playing]);
  const src = `https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}?rel=0`;
  return (
    <iframe
      ref={frame}
      className={css.film}
      src={playing ? `${src}&autoplay=1` : src}
      title={title}
      allow="autoplay; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin"
    />
  );
}

function watchUrl(id: string): string {
  return `https://www.youtube.com/watch?v=${id}`;
}
