import { describe, expect, it } from 'vitest';
import { frenchSpaces, parseWebVtt, webVtt } from './vtt.ts';

describe('webVtt', () => {
  it('écrit un fichier que l’on relit à l’identique', () => {
    const cues = [
      { from: 0, to: 2.1, text: 'Il cherche.' },
      { from: 62.25, to: 3600, text: 'Il repart.' },
    ];
    expect(webVtt(cues)).toContain('2\n00:01:02.250 --> 01:00:00.000\nIl repart.');
    expect(parseWebVtt(webVtt(cues))).toEqual(cues);
  });

  it('refuse ce qui n’est pas du WebVTT', () => {
    expect(() => parseWebVtt('1\n00:00:00.000 --> 00:00:01.000\nOui')).toThrow();
    expect(() => parseWebVtt('WEBVTT\n\n1\n0 --> 1\nOui')).toThrow();
  });
});

describe('frenchSpaces', () => {
  it('met les espaces insécables du français', () => {
    expect(frenchSpaces('Oui : « non » !')).toBe('Oui\u202f: «\u202fnon\u202f»\u202f!');
  });
});
