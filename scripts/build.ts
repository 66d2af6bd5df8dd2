// npm run build: site and server of these sources, while those before them go on; `npm start` then opens at once.
import { loadConfig, readEnvironment } from '#server/config/config.ts';
import { tellRefusals } from './build/refusals.ts';
import { buildServer } from './build/server.ts';
import { buildSite } from './build/site.ts';

await tellRefusals(async () => {
  const { publicUrl } = loadConfig(readEnvironment(process.env));
  const [site, server] = [await buildSite(publicUrl), await buildServer()];
  console.log(
    site.built || server.built
      ? 'Le site est construit. Un serveur qui tourne sert l’ancien jusqu’à ce qu’il soit relancé.'
      : 'Le site était déjà construit : rien n’a changé.',
  );
});
