import { describe, expect, it } from 'vitest';
import { chatLink } from './chat-link.ts';
import { newUserId } from './session.ts';

describe('newUserId', () => {
  it('is usr_, the time in base 36 and six random characters', () => {
    const id = newUserId(1_795_000_000_000, () => 1 - Number.EPSILON);
    expect(id).toBe(`usr_${(1_795_000_000_000).toString(36)}zzzzzz`);
  });
});

describe('chatLink', () => {
  it('keeps the digits and encodes the text', () => {
    expect(chatLink('+41 25 555 01 49', 'valider')).toBe('https://wa.me/41255550149?text=valider');
    expect(chatLink('1', 'l’été & toi ?')).toContain('?text=l%E2%80%99%C3%A9t%C3%A9%20%26%20toi%20%3F');
  });
});
