import { agency, caterer } from './business.ts';

/** Whose page it is; `both` is the doorway. */
export type House = 'agency' | 'caterer' | 'both';

/** What a shared link names as its site, under or beside the title. */
export const siteNames: Readonly<Record<House, string>> = {
  agency: agency.brand,
  caterer: caterer.brand,
  both: `${agency.brand} et ${caterer.brand}`,
};

/** What the caterer's places have in common, for search engines. */
export const cuisine = 'orientale';

/** Whom the agency serves, for search engines. */
export const agencyArea = 'Suisse';

/** The words of a web app's tile, one a house. */
export const manifests = [
  {
    house: 'agency',
    path: 'manifest',
    start: '/',
    name: agency.brand,
    description: agency.tagline,
    color: '#f5f2ec',
  },
  {
    house: 'caterer',
    path: 'manifest-traiteur',
    start: '/home',
    name: caterer.brand,
    description: caterer.tagline,
    color: '#1b1220',
  },
] as const;
