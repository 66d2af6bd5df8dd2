import type { CDPSession } from 'playwright-core';
import type { Instant } from '#domain/instant.ts';
import type { Conditions, Picture } from '../audit-facts.ts';

interface Frame {
  readonly at: Instant;
  readonly data: string;
}

export interface Film {
  /** At most six frames, evenly spread until `endMs` after `timeOrigin`; each as it stood at its instant. */
  readonly pictures: (timeOrigin: number, endMs: number) => Promise<readonly Picture[]>;
}

const WIDTH = 195;
const FRAMES = 6;
const MOST_KEPT = 200;

/** Records what the window shows while it loads, in small pictures that the browser makes. */
export async function startFilm(session: CDPSession, { width, height }: Conditions): Promise<Film> {
  const frames: Frame[] = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    if (frames.length < MOST_KEPT) frames.push({ at: (metadata.timestamp ?? 0) * 1_000, data });
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {
      // The page has gone.
    });
  });
  const size = { maxWidth: WIDTH, maxHeight: Math.round((WIDTH * height) / width) };
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 50, ...size });
  return {
    async pictures(timeOrigin, endMs) {
      await session.send('Page.stopScreencast');
      return spread(frames, timeOrigin, endMs).map(({ data, atMs }, index) => ({
        name: `film-${index + 1}`,
        type: 'image/jpeg',
        width: size.maxWidth,
        height: size.maxHeight,
        atMs,
        bytes: Buffer.from(data, 'base64'),
      }));
    },
  };
}

function spread(frames: readonly Frame[], timeOrigin: number, endMs: number) {
  return Array.from({ length: FRAMES }, (_, index) => Math.round((endMs * (index + 1)) / FRAMES)).flatMap(
    (atMs) => {
      const shown = frames.filter(({ at }) => at >= timeOrigin && at - timeOrigin <= atMs).at(-1);
      return shown === undefined ? [] : [{ data: shown.data, atMs }];
    },
  );
}
