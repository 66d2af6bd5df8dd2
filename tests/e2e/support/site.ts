import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtRoutes as routesIn } from '#scripts/build/routes.ts';

/** Folder of the built site. */
export const dist = join(import.meta.dirname, '../../../dist');

/** Every page that must stand, as a visitor types it; `/404` is what any other address shows. */
export const ROUTES = [
  '/',
  '/404',
  '/accompagnement',
  '/data-protection',
  '/earnings-disclaimer',
  '/flow',
  '/home',
  '/index-1',
  '/introduction',
  '/mentions-legales',
  '/mentions-legales-agence',
  '/nos-engagements',
  '/partner',
  '/politique-de-donnees',
  '/privacy-policy',
  '/restaurants',
  '/sales',
  '/servicetraiteur',
  '/splash-cursor',
  '/terms-conditions',
  '/validation',
] as const;

/** The phone and the desktop of the art direction. */
export const SIZES = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1440, height: 900 },
] as const;
export type Size = (typeof SIZES)[number];

/** The routes of the pages that the build has made. */
export function builtRoutes(): string[] {
  return routesIn(dist);
}

/** What to ask the server for to be shown `route`. */
export function addressOf(route: string): string {
  return route === '/404' ? '/une-adresse-qui-n-existe-pas' : route;
}

/** The HTML of a page as built. */
export function htmlOf(route: string): string {
  const file = route === '/404' ? '404.html' : `${route.slice(1)}/index.html`;
  return readFileSync(join(dist, file), 'utf8');
}
