import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Path of the Chromium to film with: `CHROMIUM`, else Debian's. Throws, in French, when there is none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string {
  const path = env.CHROMIUM ?? '/usr/bin/chromium';
  if (existsSync(path)) return path;
  throw new Error(
    `Chromium est introuvable à l’adresse ${path}. Les images et les films déjà présents restent intacts. ` +
      'Installez le paquet « chromium » ou donnez son chemin dans la variable CHROMIUM, puis relancez « npm run films ».',
  );
}

/** Name of the ffmpeg to encode with. Throws, in French, when PATH has none. */
export function findFfmpeg(): string {
  if (spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0) return 'ffmpeg';
  throw new Error(
    'ffmpeg est introuvable. Les images et les films déjà présents restent intacts. ' +
      'Installez le paquet « ffmpeg », puis relancez « npm run films ».',
  );
}
