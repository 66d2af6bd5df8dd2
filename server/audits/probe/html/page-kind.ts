import { elementsOf, textOf } from './tree.ts';

/** `wall`: a test for programs stands before the page. `parked`: the name is reserved, and nothing more. */
export type Kind = 'page' | 'wall' | 'parked';

const WALL_TITLE =
  /^(just a moment|un instant|einen moment|attention required|access denied|ddos-guard|pardon our interruption|checking your browser|are you a robot|v(é|e)rification en cours)/i;
const WALL_CODE =
  /_Incapsula_Resource|captcha-delivery\.com|\/\.well-known\/sgcaptcha|cf-chl-|challenge-platform\/h\/\w+\/orchestrate/;
const PARKED_TEXT =
  /(domain|domaine)( name)? (is |est )?((may be )?for sale|à vendre|parked|réservé|en parking)|buy this domain|acheter ce domaine|(cette|ce) (page|domaine|site) (est|a été) (parqué|réservé)|this (web ?page|domain) is parked|future home of|domain (has been|is) registered|nom de domaine (est|a été) (enregistré|réservé)|diese domain (ist|wurde) (registriert|reserviert|zu verkaufen)/i;
const PARKED_CODE =
  /parkingcrew|sedoparking|bodis\.com|hugedomains|afternic\.com|dan\.com\/|above\.com\/park/i;
/** More than that, and it is a page that merely speaks of it. */
const LITTLE_TEXT = 1_500;

export function pageKind(html: string, title = ''): Kind {
  const body = elementsOf(html).find(({ tagName }) => tagName === 'body');
  const text = body === undefined ? '' : textOf(body);
  if (text.length > LITTLE_TEXT) return 'page';
  if (WALL_TITLE.test(title) || WALL_CODE.test(html)) return 'wall';
  return PARKED_TEXT.test(`${title} ${text}`) || PARKED_CODE.test(html) ? 'parked' : 'page';
}
