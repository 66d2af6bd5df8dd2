import { execFile } from 'node:child_process';
import { sharedSecret } from '#server/store/shared-secret.ts';
import type { Command } from './command.ts';

/** What opens an address, where there is a screen. */
const OPENERS = { darwin: 'open', linux: 'xdg-open' } as const;

export const desk: Command = {
  usage: 'desk [--print] [--renew]',
  summary: 'ouvre le bureau, ou en donne l’adresse avec sa clé',
  options: { print: { type: 'boolean' }, renew: { type: 'boolean' } },
  references: 'none',
  async run({ store, config, values }) {
    if (values.renew === true) await store.db.deleteFrom('secrets').where('name', '=', 'desk').execute();
    const key = await sharedSecret(store.db, 'desk');
    const url = `http://127.0.0.1:${config.opsPort}/?key=${key.reveal()}`;
    const opener =
      process.platform in OPENERS ? OPENERS[process.platform as keyof typeof OPENERS] : undefined;
    const hasScreen = process.platform === 'darwin' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
    if (values.print !== true && opener !== undefined && hasScreen) execFile(opener, [url], () => {}).unref();
    return {
      json: { url },
      lines: [
        url,
        '',
        'Qui a cette adresse voit et change tout\u202f: ne l’envoyez à personne. D’un autre ordinateur, ouvrez d’abord le chemin\u202f:',
        `  ssh -L ${config.opsPort}:127.0.0.1:${config.opsPort} <serveur>`,
        ...(values.renew === true
          ? ['La clé est neuve\u202f: relancez le site, pour qu’il n’accepte plus l’ancienne.']
          : []),
      ],
    };
  },
};
