import { expect, it } from 'vitest';
import { agency, caterer } from '#content/business.ts';
import { locations } from '#content/locations.ts';
import { dayNumber } from '#domain/calendar.ts';
import { scriptJson, structuredData } from './structured-data.ts';

const ORIGIN = 'https://site.example';
const graphOf = (path: string) => structuredData(path, ORIGIN)?.['@graph'] as Record<string, unknown>[];
const ofType = (path: string, type: string) => graphOf(path).filter((node) => node['@type'] === type);

it('shows each place as a restaurant with its hours', () => {
  const places = ofType('/restaurants', 'Restaurant');
  expect(places).toHaveLength(locations.length);
  expect(places[2]).toMatchObject({
    '@id': `${ORIGIN}/restaurants#vevey-restaurant`,
    telephone: locations[2]?.phone,
    address: { '@type': 'PostalAddress', postalCode: '1800', addressLocality: 'Vevey', addressCountry: 'CH' },
    openingHoursSpecification: {
      dayOfWeek: ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
      opens: '10:30',
      closes: '23:00',
    },
    parentOrganization: { '@id': graphOf('/restaurants')[0]?.['@id'] },
  });
});

it('says the days on which other hours hold, a closed one as 00:00 to 00:00', () => {
  const [place] = locations;
  if (!place) throw new Error('no place');
  const exceptions = [
    { date: dayNumber(2026, 12, 24), hours: { opens: '09:00', closes: '16:00' } },
    { date: dayNumber(2026, 12, 26), hours: undefined },
  ];
  const places = [{ ...place, openingHours: { ...place.openingHours, exceptions } }];
  const graph = structuredData('/restaurants', ORIGIN, places)?.['@graph'] as Record<string, unknown>[];
  expect(graph.at(-1)).toMatchObject({
    specialOpeningHoursSpecification: [
      { validFrom: '2026-12-24', validThrough: '2026-12-24', opens: '09:00', closes: '16:00' },
      { validFrom: '2026-12-26', validThrough: '2026-12-26', opens: '00:00', closes: '00:00' },
    ],
  });
});

it('shows the agency as a professional service, once in all', () => {
  const ids = ['/', '/sales', '/accompagnement'].map((path) => ofType(path, 'ProfessionalService'));
  for (const nodes of ids) {
    expect(nodes).toHaveLength(1);
    expect(nodes[0]).toMatchObject({
      '@id': `${ORIGIN}/#agence`,
      name: agency.brand,
      telephone: agency.phone,
    });
  }
  expect(ofType('/', 'WebSite')[0]).toMatchObject({ name: agency.brand, url: `${ORIGIN}/` });
});

it('shows the caterer’s house under its own name', () => {
  expect(ofType('/home', 'Organization')[0]).toMatchObject({ name: caterer.brand, url: `${ORIGIN}/home` });
});

it('claims no rating: nobody but the house gave any', () => {
  expect(JSON.stringify(structuredData('/restaurants', ORIGIN))).not.toMatch(/rating|review/i);
});

it('says nothing of a page that is about itself', () => {
  expect(structuredData('/privacy-policy', ORIGIN)).toBeUndefined();
});

it('cannot end the element it stands in', () => {
  const json = scriptJson({ name: '</script><script>alert(1)</script>' });
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toEqual({ name: '</script><script>alert(1)</script>' });
});
