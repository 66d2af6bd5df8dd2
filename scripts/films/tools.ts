import { spawnSync } from 'node:child_process';

/** Name of the ffmpeg to encode with. Throws, in French, when PATH has none. */
export function findFfmpeg(): string {
  if (spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0) return 'ffmpeg';
  throw new Error(
    'ffmpeg est introuvable. Les images et les films déjà présents restent intacts. ' +
      'Installez le paquet « ffmpeg », puis relancez « npm run films ».',
  );
}
