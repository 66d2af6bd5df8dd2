import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ADDRESS_REFUSED } from '#content/audit.ts';
import { readTypedAddress } from './typed-address.ts';

it.each([
  ['dubois.ch', 'https://dubois.ch/'],
  ['  www.dubois.ch  ', 'https://www.dubois.ch/'],
  ['DUBOIS.CH/Accueil?a=1#haut', 'https://dubois.ch/Accueil?a=1'],
  ['http://dubois.ch', 'http://dubois.ch/'],
  ['HTTPS://dubois.ch:443', 'https://dubois.ch/'],
  ['dubois.ch:443/x', 'https://dubois.ch/x'],
  ['http://dubois.ch:80/', 'http://dubois.ch/'],
  ['dubois.ch.', 'https://dubois.ch/'],
  ['bücher.ch', 'https://xn--bcher-kva.ch/'],
  ['dubois.ch/@compte', 'https://dubois.ch/@compte'],
  ['8.8.8.8', 'https://8.8.8.8/'],
  ['[2606:4700::1111]', 'https://[2606:4700::1111]/'],
])('%s becomes %s', (typed, url) => {
  expect(readTypedAddress(typed)).toMatchObject({ ok: true, url });
});

it.each([
  ['http:/dubois.ch', 'http://dubois.ch/'],
  ['http:dubois.ch', 'http://dubois.ch/'],
  ['https:///dubois.ch', 'https://dubois.ch/'],
  ['https//dubois.ch', 'https://dubois.ch/'],
  ['https;//dubois.ch', 'https://dubois.ch/'],
  ['https:\\\\dubois.ch', 'https://dubois.ch/'],
  ['htp://dubois.ch', 'http://dubois.ch/'],
  ['htttps://dubois.ch', 'https://dubois.ch/'],
  ['//dubois.ch/fr', 'https://dubois.ch/fr'],
  ['https://https://dubois.ch', 'https://dubois.ch/'],
  ['https://http://dubois.ch/fr', 'http://dubois.ch/fr'],
  ['http://https//dubois.ch', 'https://dubois.ch/'],
  ['https:// dubois.ch', 'https://dubois.ch/'],
  ['https://\u200bdubois.ch\u200b', 'https://dubois.ch/'],
  ['https://\u2060 dubois.ch', 'https://dubois.ch/'],
  ['\u200ehttps://dubois.ch\u202c', 'https://dubois.ch/'],
  ['\ufeffdubois.ch\u00a0', 'https://dubois.ch/'],
  ['www.\u200bdubois.\u200bch', 'https://www.dubois.ch/'],
  ['<https://dubois.ch/>', 'https://dubois.ch/'],
  ['(dubois.ch)', 'https://dubois.ch/'],
  ['[dubois.ch]', 'https://dubois.ch/'],
  ['«\u202fdubois.ch\u202f»', 'https://dubois.ch/'],
  ['"www.dubois.ch"', 'https://www.dubois.ch/'],
  ['‘dubois.ch’', 'https://dubois.ch/'],
  ['dubois.ch,', 'https://dubois.ch/'],
  [', dubois.ch;', 'https://dubois.ch/'],
  ['www.dubois.ch.', 'https://www.dubois.ch/'],
  ['www.dubois.ch./fr', 'https://www.dubois.ch/fr'],
  ['dubois.ch !', 'https://dubois.ch/'],
  ['https://dubois.ch/l_(1).html', 'https://dubois.ch/l_(1).html'],
  ['(https://dubois.ch/l_(1))', 'https://dubois.ch/l_(1)'],
  ['[dubois.ch](https://dubois.ch)', 'https://dubois.ch/'],
  ['<a href="https://dubois.ch/">dubois.ch</a>', 'https://dubois.ch/'],
  ['Site : www.dubois.ch', 'https://www.dubois.ch/'],
  ['site:dubois.ch', 'https://dubois.ch/'],
  ['www.dubois.ch (en travaux)', 'https://www.dubois.ch/'],
  ['notre site est dubois.ch, merci', 'https://dubois.ch/'],
  ['info@dubois.ch / www.dubois.ch', 'https://www.dubois.ch/'],
  ['www. dubois .ch', 'https://www.dubois.ch/'],
  ['www,dubois,ch', 'https://www.dubois.ch/'],
  ['www.dubois,ch', 'https://www.dubois.ch/'],
  ['ｗｗｗ．ｄｕｂｏｉｓ．ｃｈ', 'https://www.dubois.ch/'],
  ['https：／／dubois.ch', 'https://dubois.ch/'],
])('%j means %s, and nothing else', (typed, url) => {
  expect(readTypedAddress(typed)).toMatchObject({ ok: true, url });
});

it('says whether the scheme was typed', () => {
  expect(readTypedAddress('dubois.ch')).toMatchObject({ schemeTyped: false });
  expect(readTypedAddress('http://dubois.ch')).toMatchObject({ schemeTyped: true });
});

it.each([
  ['', 'empty'],
  ['   ', 'empty'],
  [`${'a'.repeat(10_000)}.ch`, 'too-long'],
  ['deux mots', 'malformed'],
  ['dubois', 'malformed'],
  ['https://', 'malformed'],
  ['http://a..b', 'malformed'],
  ['dubois.ch\\evil', 'malformed'],
  ['dub\u0000ois.ch', 'malformed'],
  ['dub\u202eois.ch', 'malformed'],
  ['dubois.ch, favre.ch', 'malformed'],
  ['dubois.ch ou favre.ch', 'malformed'],
  ['C’est fini.Merci', 'malformed'],
  ['écrivez à info@dubois.ch', 'email'],
  ['voir ftp://dubois.ch', 'malformed'],
  ['(http://127.0.0.1)', 'not-public'],
  ['http:/127.0.0.1', 'not-public'],
  ['http://https://10.0.0.1/', 'not-public'],
  ['https:// localhost', 'local-name'],
  ['info@dubois.ch', 'email'],
  ['mailto:info@dubois.ch', 'email'],
  ['ftp://dubois.ch', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['data:text/html,x', 'scheme'],
  ['https://user:pass@dubois.ch', 'credentials'],
  ['user:pass@dubois.ch', 'credentials'],
  ['https://dubois.ch:8443', 'port'],
  ['dubois.ch:3000', 'port'],
  ['localhost', 'local-name'],
  ['localhost:80', 'local-name'],
  ['LOCALHOST.', 'local-name'],
  ['nas.local', 'local-name'],
  ['wiki.internal', 'local-name'],
  ['127.0.0.1', 'not-public'],
  ['http://2130706433', 'not-public'],
  ['http://0x7f.1', 'not-public'],
  ['http://0177.0.0.1', 'not-public'],
  ['0.0.0.0', 'not-public'],
  ['169.254.169.254', 'not-public'],
  ['[::1]', 'not-public'],
  ['[::ffff:7f00:1]', 'not-public'],
  ['http://[::ffff:127.0.0.1]/', 'not-public'],
  ['http://127。0。0。1', 'not-public'],
])('%s is refused as %s', (typed, refusal) => {
  expect(readTypedAddress(typed)).toEqual({ ok: false, refusal });
});

it('our own address is refused', () => {
  expect(readTypedAddress('8.8.8.8', ['8.8.8.8'])).toEqual({ ok: false, refusal: 'not-public' });
});

it('whatever is typed, what is accepted is http, without user, on its scheme’s port or 80 and 443', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.domain(), fc.ipV4(), fc.ipV6()), (typed) => {
      const read = readTypedAddress(typed);
      if (!read.ok) return;
      const url = new URL(read.url);
      expect(['http:', 'https:']).toContain(url.protocol);
      expect(['', '80', '443']).toContain(url.port);
      expect(url.username + url.password + url.hash).toBe('');
    }),
  );
});

it('every refusal says what to do, with French typography', () => {
  for (const sentence of Object.values(ADDRESS_REFUSED)) {
    expect(sentence).toMatch(/\.$/);
    expect(sentence).not.toMatch(/'|[^\u202f\w]\s*[?!;]|[a-zé] [?!;:](?!\/)/);
  }
});
