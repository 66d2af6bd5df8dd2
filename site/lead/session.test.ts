import { describe, expect, it } from 'vitest';
import { newSession } from '#domain/session.ts';
import type { KeyValueStore } from '../browser/storage.ts';
import { ensureSession } from './session.ts';

const memory = (initial: Record<string, string> = {}) => {
  const values = new Map(Object.entries(initial));
  const store: KeyValueStore = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
  };
  return { values, store };
};

const NOW = Date.UTC(2026, 10, 21, 12);
const make = (store: KeyValueStore | undefined) =>
  ensureSession(store, () => newSession(NOW, () => 0.5, 'https://exemple.ch/sales'));

describe('ensureSession', () => {
  it('makes and stores a session of the specified shape on the first visit', () => {
    const { values, store } = memory();
    const session = make(store);
    expect(session).toEqual({
      id: `usr_${NOW.toString(36)}i00000`,
      createdAt: '2026-11-21T12:00:00.000Z',
      url: 'https://exemple.ch/sales',
    });
    expect(JSON.parse(values.get('user_session') ?? '')).toEqual(session);
  });

  it('hands back the stored session on later visits', () => {
    const stored = {
      id: 'usr_mabc123zzzzzz',
      createdAt: '2026-01-01T00:00:00.000Z',
      url: 'https://exemple.ch/',
    };
    expect(make(memory({ user_session: JSON.stringify(stored) }).store)).toEqual(stored);
  });

  it.each(['{', '42', 'null', '[]', '{"id":7}', '{"id":"usr_x","createdAt":"never","url":""}'])(
    'replaces a damaged session %s',
    (damaged) => {
      const { values, store } = memory({ user_session: damaged });
      const session = make(store);
      expect(session.id).toMatch(/^usr_/);
      expect(JSON.parse(values.get('user_session') ?? '')).toEqual(session);
    },
  );

  it('still has a session where storage is denied or full', () => {
    const full: KeyValueStore = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(make(full).id).toMatch(/^usr_/);
    expect(make(undefined).id).toMatch(/^usr_/);
  });
});
