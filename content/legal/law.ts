import { link } from './document.ts';

/** The federal texts that the documents quote, at their official address. */
export const law = {
  lpd: link(
    'loi fédérale sur la protection des données (LPD, RS\u00a0235.1)',
    'https://www.fedlex.admin.ch/eli/cc/2022/491/fr',
  ),
  lcd: link(
    'loi fédérale contre la concurrence déloyale (LCD, RS\u00a0241)',
    'https://www.fedlex.admin.ch/eli/cc/1988/223_223_223/fr',
  ),
  odalous: link(
    'ordonnance sur les denrées alimentaires et les objets usuels (ODAlOUs, RS\u00a0817.02)',
    'https://www.fedlex.admin.ch/eli/cc/2017/63/fr',
  ),
} as const;

/** The supervisory authority, as it gives its own address. */
export const commissioner = {
  name: 'Préposé fédéral à la protection des données et à la transparence (PFPDT)',
  address: 'Feldeggweg 1, 3003\u00a0Berne',
  site: link('www.edoeb.admin.ch', 'https://www.edoeb.admin.ch/fr'),
} as const;
