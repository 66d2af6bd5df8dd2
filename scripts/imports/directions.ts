/** Which territory may import which, beside itself; the product never imports what only builds, measures or tests it. */
export const TERRITORIES: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  content: ['domain'],
  'site/effects': [],
  site: ['domain', 'content', 'site/effects'],
  server: ['domain', 'content', 'site'],
  cli: ['domain', 'content', 'server'],
  scripts: ['domain', 'content', 'site', 'site/effects', 'server'],
  tests: ['domain', 'content', 'site', 'site/effects', 'server', 'cli', 'scripts'],
  bench: ['domain', 'content', 'site', 'site/effects', 'server', 'scripts', 'tests'],
};

/** The server from its ground up: a folder may import from those above it in this list, and from itself. */
export const SERVER_LAYERS = [
  'server/fields',
  'server/system',
  'server/config',
  'server/store',
  'server/queue',
  'server/outgoing',
  'server/http',
  'server/destinations',
  'server/outbox',
  'server/visits',
  'server/messages',
  'server/bookings',
  'server/audits',
  'server/leads',
  'server/copy',
  'server/site',
  'server/metrics',
  'server/retention',
  'server/desk',
  'server/start',
  'server',
] as const;
