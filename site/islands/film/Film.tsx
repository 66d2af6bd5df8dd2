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

/**
 * The poster of a film; a click puts the player that waits behind it in its place (film.ts). Without JavaScript
 * it links to the film.
 */
export function Film({ files, youtube, words, opens }: Props) {
  return (
    <>
      <a
        className={css.film}
        href={youtube ? `https://www.youtube.com/watch?v=${youtube}` : files.film}
        data-film=""
        data-opens={opens}
      >
        <span className={css.poster}>
          <picture>
            <source
              srcSet={`${files.poster.phone} 800w, ${files.poster.avif} 1280w`}
              sizes="(width < 768px) 100vw, 50vw"
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
      <template>
        {youtube ? (
          <YoutubePlayer id={youtube} title={words.title} />
        ) : (
          <Player files={files} title={words.title} />
        )}
      </template>
    </>
  );
}

function Player({ files, title }: { readonly files: FilmFiles; readonly title: string }) {
  return (
    <video className={css.film} src={files.film} poster={files.poster.jpg} title={title} playsInline>
      <track kind="captions" srcLang="fr" label="Français" src={files.captions} />
    </video>
  );
}

/** The site of the film shows nothing to a page that hides where it is; the origin alone holds no name. */
function YoutubePlayer({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <iframe
      className={css.film}
      src={`https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}?rel=0`}
      title={title}
      allow="autoplay; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin"
      data-youtube={id}
    />
  );
}
