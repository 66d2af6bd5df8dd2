import { expect, it } from 'vitest';
import { readRobots } from './robots-txt.ts';

it.each([
  ['User-agent: oui-48-audit\nDisallow: /', '/', true],
  ['User-agent: OUI-48-Audit\nDisallow: /prive', '/', false],
  ['User-agent: a\nUser-agent: oui-48-audit\nDisallow: /', '/', true],
  ['User-agent: *\nDisallow: /', '/', false],
  ['User-agent: oui-48-audit\nDisallow:', '/', false],
  ['User-agent: oui-48-audit # nous\nDisallow: /*.pdf$', '/a/b.pdf', true],
  ['User-agent: oui-48-audit\nDisallow: /*.pdf$', '/a/b.pdf?x', false],
  ['User-agent: oui-48-audit\nDisallow: /\nAllow: /$', '/', false],
  ['Disallow: /\nUser-agent: oui-48-audit\n', '/', false],
])('%j bars us from %s: %s', (text, path, barred) => {
  expect(readRobots(text).bars('oui-48-audit', path)).toBe(barred);
});

it('the group for everybody counts where none names the agent', () => {
  const robots = readRobots('User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /');
  expect(robots.barsByAnyGroup('googlebot', '/')).toBe(false);
  expect(robots.barsByAnyGroup('bingbot', '/')).toBe(true);
});

it('a pattern made to cost time costs none', () => {
  const text = `User-agent: oui-48-audit\nDisallow: /${'*a'.repeat(5_000)}$`;
  const from = performance.now();
  readRobots(text).bars('oui-48-audit', `/${'a'.repeat(20_000)}b`);
  expect(performance.now() - from).toBeLessThan(500);
});
