// npm run build: the site of these sources, while the one before it goes on being served; `npm start` then opens at once.
import { loadConfig } from '#server/config/config.ts';
import { readEnvironment } from '#server/config/read-environment.ts';
import { buildSite } from './build/site.ts';
import { tellRefusals } from './tell-refusals.ts';

await tellRefusals(async () => {
  const { built } = await buildSite(loadConfig(readEnvironment(process.env)).publicUrl);
  console.log(
    built
      ? 'Le site est construit. Un serveur qui tourne sert l’ancien jusqu’à ce qu’il soit relancé.'
      : 'Le site était déjà construit : rien n’a changé.',
  );
});
