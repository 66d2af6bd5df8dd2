import type { Config } from '../config/config.ts';
import { StartRefused } from '../config/start-refused.ts';
import { readSite, type SiteFile } from '../site/site-files.ts';
import { withoutAudit } from '../site/without-audit.ts';

/**
 * The built site as this server serves it: without the form for audits when it takes none.
 * @throws StartRefused when the site has not been built
 */
export function readBuiltSite(dir: string, audits: Config['audits']['mode']): ReadonlyMap<string, SiteFile> {
  try {
    const site = readSite(dir);
    return audits === 'off' ? withoutAudit(site) : site;
  } catch {
    throw new StartRefused(
      `Le site construit est introuvable dans « ${dir} ». Les contacts enregistrés sont intacts. ` +
        'Lancez npm start, qui construit le site avant de l’ouvrir.',
    );
  }
}
