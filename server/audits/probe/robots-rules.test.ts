import { expect, it } from 'vitest';
import { readRobots } from './robots-rules.ts';

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

it('the * group applies when no group names the agent', () => {
  const robots = readRobots('User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /');
  expect(robots.barsByAnyGroup('googlebot', '/')).toBe(false);
  expect(robots.barsByAnyGroup('bingbot', '/')).toBe(true);
});

it.each([
  ['one long pattern', `Disallow: /${'*a'.repeat(5_000)}$`],
  ['as many rules as fit', 'Allow:*ab\n'.repeat(50_000)],
  ['as many rules as are read', `Allow:*${'a'.repeat(100)}b\n`.repeat(1_000)],
  ['long rules', `Allow:*${'a'.repeat(900)}b*a*b\n`.repeat(100)],
])('a file made to be slow is read quickly: %s', (_name, rules) => {
  const robots = readRobots(`User-agent: oui-48-audit\n${rules}`);
  // Time of the processor: on a busy machine the clock says nothing.
  const from = process.cpuUsage();
  for (let hop = 0; hop < 10; hop += 1) robots.bars('oui-48-audit', `/${'a'.repeat(15_000)}b`);
  const { user, system } = process.cpuUsage(from);
  expect((user + system) / 1_000).toBeLessThan(500);
});

it('reads at most 500 rules and 2,000 characters of a path', () => {
  const many = (rules: number) => `User-agent: *\n${'Allow: /a\n'.repeat(rules)}Disallow: /bar\n`;
  expect(readRobots(many(499)).barsByAnyGroup('x', '/bar')).toBe(true);
  expect(readRobots(many(500)).barsByAnyGroup('x', '/bar')).toBe(false);
  const far = `Disallow: /*${'b'.repeat(20)}`;
  expect(
    readRobots(`User-agent: *\n${far}`).barsByAnyGroup('x', `/${'a'.repeat(1_900)}${'b'.repeat(20)}`),
  ).toBe(true);
  expect(
    readRobots(`User-agent: *\n${far}`).barsByAnyGroup('x', `/${'a'.repeat(2_000)}${'b'.repeat(20)}`),
  ).toBe(false);
});
