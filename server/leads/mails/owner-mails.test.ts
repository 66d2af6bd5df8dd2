import { expect, it } from 'vitest';
import { someLead } from '../../../tests/fakes/leads.ts';
import { mailText } from '../../messages/mail/body.ts';
import { frenchTime } from '../../system/french-time.ts';
import { erasureMail } from './owner-mails.ts';

it.each([
  ['zoe.m+x@example.ch', 'erase zoe.m+x@example.ch les'],
  ['$(reboot)@example.ch', 'erase 01234567 les'],
  ['a;b@example.ch', 'erase 01234567 les'],
  ['--yes@example.ch', 'erase 01234567 les'],
])('the command to copy finds the whole person, and nothing of the address can run: %s', (email, command) => {
  const lead = { ...someLead({ id: '01234567-89ab-4cde-8f01-23456789abcd', email }), createdAt: 0 };
  expect(mailText(erasureMail({ lead, events: [] }, 0))).toContain(command);
});

it('a request for erasure says how and when it was made', () => {
  const lead = { ...someLead(), createdAt: 0 };
  const at = Date.parse('2026-11-23T08:29:00Z');
  const asked = { at, kind: 'erasure-requested', by: 'visitor', detail: {} } as const;
  const text = mailText(erasureMail({ lead, events: [asked] }, at));
  expect(text).toContain('La demande vient du lien');
  expect(text).toContain(frenchTime(at));
});
