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
  /** Id of a dialog that opens with the film. */
  readonly opens?: string;
}

/** The poster of a film; a click turns it into the player (client/film.ts). Without JavaScript it links to the file. */
export function Film({ files, youtube, words, opens }: Props) {
  return (
    <a
      className={css.film}
      href={youtube ? `https://www.youtube.com/watch?v=${youtube}` : files.film}
      data-film={files.film}
      data-captions={files.captions}
      data-poster={files.poster.jpg}
      data-youtube={youtube}
      data-title={words.title}
      data-opens={opens}
    >
      <picture>
        <source
          srcSet={`${files.poster.phone} 800w, ${files.poster.avif} 1280w`}
          sizes="(width < 768px) 100vw, 50vw"
          type="image/avif"
        />
        <img src={files.poster.jpg} width={1280} height={720} alt="" fetchPriority="high" />
      </picture>
      <span className={css.call}>
        <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
          <path d="M5 2.5v19L21 12z" />
        </svg>
        <span>
          {words.call}
          <span className="visually-hidden">{`\u202f: ${words.title}`}</span>
        </span>
        <span className={css.length}>{words.length}</span>
      </span>
    </a>
  );
}
