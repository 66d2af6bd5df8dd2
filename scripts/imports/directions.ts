/** Which territory may import which, beside itself; the product never imports what only builds, measures or tests it. */
export const TERRITORIES: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  content: ['domain'],
  'site/effects': [],
  site: ['domain', 'content', 'site/effects'],
  server: ['domain', 'content'],
  cli: ['domain', 'content', 'server'],
  scripts: ['domain', 'content', 'site', 'site/effects', 'server'],
  tests: ['domain', 'content', 'site', 'site/effects', 'server', 'cli', 'scripts'],
  bench: ['domain', 'content', 'site', 'site/effects', 'server', 'scripts', 'tests'],
};

/** The server from its ground up: a folder may import from those above it in this list, and from itself. */
export const SERVER_LAYERS = [
  'server/system',
  'server/config',
  'server/worker',
  'server/audits',
  'server/outgoing',
  'server/destinations',
  'server/store',
  'server/audits/report',
  'server/destinations/airtable',
  'server/leads',
  'server/messages',
  'server/messages/webhook',
  'server/audits/queue',
  'server/bookings',
  'server/messages/mail',
  'server/outbox',
  'server/retention',
  'server/metrics',
  'server/pages',
  'server/http',
  'server/routes',
  'server/start',
  'server',
] as const;
