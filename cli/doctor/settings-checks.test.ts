import { expect, it } from 'vitest';
import { loadConfig } from '#server/config/config.ts';
import { COMPLETE_SETTINGS } from '../../tests/fixtures/complete-settings.ts';
import { checkContent, checkSettings } from './settings-checks.ts';

const config = loadConfig(COMPLETE_SETTINGS);

it('complete settings are no finding', () => {
  expect(checkSettings(config)).toEqual([]);
});

it('missing Airtable, mail server and owner block; localhost is to be mended', () => {
  const findings = checkSettings(loadConfig({}));
  expect(findings.map(({ weight }) => weight)).toEqual(['blocks', 'blocks', 'blocks', 'mend']);
  const texts = findings.map(({ text }) => text);
  for (const words of ['AIRTABLE_TOKEN', 'un maildir ne prévient personne', 'OWNER_EMAIL manque'])
    expect(texts.some((text) => text.includes(words))).toBe(true);
});

it.each(['calendly', 'cal'] as const)('calls booked at %s without its webhook key are a finding', (way) => {
  const booking = { way, page: 'https://example.org/15min' };
  const key = { calendly: 'CALENDLY_WEBHOOK_KEY', cal: 'CAL_WEBHOOK_SECRET' }[way];
  const [finding, ...others] = checkSettings(config, booking);
  expect([finding?.weight, others]).toEqual(['mend', []]);
  expect(finding?.text).toContain(`${key} manque`);
  expect(finding?.text).toContain(`/api/hooks/${way}`);
  const heard = loadConfig({ ...COMPLETE_SETTINGS, [key]: 'une-cle-assez-longue' });
  expect(checkSettings(heard, booking)).toEqual([]);
});

it('made-up facts and empty sections are listed', () => {
  const about = (path: string) => checkContent().find(({ text }) => text.includes(path));
  expect(about('facts/business.yaml, agency.phone')?.weight).toBe('mend');
  // Nothing made up stands for these: what is empty is not on the page.
  for (const name of ['people', 'customers', 'price'])
    expect(about(`facts/references.yaml, ${name}`)?.text).toMatch(/vide ; mettez .*\/sales/);
  // Calls are booked on this site, so there is no scheduling provider to check.
  for (const path of ['facts/booking.', 'agency.agenda']) expect(about(path)).toBeUndefined();
});
