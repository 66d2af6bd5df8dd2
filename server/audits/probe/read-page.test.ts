import { expect, it } from 'vitest';
import { identityOf, pageKind, readPage } from './read-page.ts';

const read = (body: string, head = '', url = 'https://dubois.ch/') =>
  readPage(`<html lang="fr"><head>${head}</head><body>${body}</body></html>`, url, false);

it('reads title, description, language and headings, and not those of pictures and templates', () => {
  const facts = read(
    '<svg><title>Logo</title></svg><template><h1>Non</h1></template><h1>Des <b>cuisines</b> <img alt="sur mesure"></h1>',
    '<title> Un  titre </title><meta name="Description" content=" Une description ">',
  );
  expect(facts).toMatchObject({ title: 'Un titre', description: 'Une description', lang: 'fr' });
  expect(facts.h1).toEqual(['Des cuisines sur mesure']);
});

it.each([
  ['<label for=a>Nom</label><input id=a>', 0],
  ['<label>Nom <input></label>', 0],
  ['<input aria-label="Nom">', 0],
  ['<input title="Nom">', 0],
  ['<input type=hidden><input type=submit><button>Oui</button>', 0],
  ['<input placeholder="Nom">', 1],
  ['<label for=a></label><input id=a>', 1],
  ['<select></select><textarea></textarea>', 2],
])('%s: %i fields without a label', (body, count) => {
  expect(read(body).fields.withoutLabel).toBe(count);
});

it('tells pictures that are decoration from those without a description', () => {
  const { images } = read('<img alt=""><img alt="Une table"><img role=presentation><img src="/chaise.jpg">');
  expect(images).toEqual({ total: 4, withoutAlt: 1, example: '/chaise.jpg' });
});

it('finds the ways to make contact, and does not count a search form', () => {
  const facts = read(
    '<a href="tel:+4121">x</a><a href="mailto:a@b.ch">x</a><a href="https://wa.me/41">x</a><form role=search><input type=email></form>',
  );
  const written = { phone: false, email: false };
  expect(facts.contact).toEqual({ tel: 1, mailto: 1, other: 1, page: false, written });
  expect(facts.forms.withContactField).toBe(0);
  expect(read('<form><textarea></textarea></form>').forms.withContactField).toBe(1);
  expect(read('<a href="/nous-ecrire">Contact</a>').contact.page).toBe(true);
});

it.each([
  ['Tél. 021 555 00 48', true],
  ['+41 (0)21 555 00 48', true],
  ['0041 21 555 00 48', true],
  ['021/555.00.48', true],
  ['021 555 00 48 8h00 à 12h00', true],
  ['<b>079</b> 555 00 48', true],
  ['01 23 45 67 89', true],
  ['04.72.00.00.00', true],
  ['+33 4 72 00 00 00', true],
  ['+33 (0)4 72 00 00 00', true],
  ['0472000000', true],
  ['Le 01.02.2024 03:15', false],
  ['SIRET 732 829 320 00074', false],
  ['Ouvert de 2009 à 2026, de 9h00 à 18h30', false],
  ['CHE-123.456.789, 1003 Lausanne', false],
  ['IBAN CH93 0076 2011 6238 5295 7', false],
  ['CHF 1 250 000.00', false],
])('sees a telephone number that is written: %s', (text, phone) =>
  expect(read(`<p>${text}</p>`).contact.written?.phone).toBe(phone),
);

it.each([
  [
    '<a href="/mentions-legales">Mentions légales</a><a href="/confidentialite">Protection des données</a>',
    '/mentions-legales',
    '/confidentialite',
  ],
  ['<a href="/impressum">Impressum</a><a href="/datenschutz">Datenschutz</a>', '/impressum', '/datenschutz'],
  [
    '<a href="/l">Informations légales</a><a href="/p" aria-label="Politique de confidentialité">?</a>',
    '/l',
    '/p',
  ],
])('finds the legal links of %s', (body, identity, privacy) => {
  const { legalLinks } = read(body);
  expect(legalLinks).toEqual({
    identity: `https://dubois.ch${identity}`,
    privacy: `https://dubois.ch${privacy}`,
  });
});

it.each([
  ['<a href="/l">Mentions le\u0301gales</a>', '/l'],
  ['<a href="/l">MENTIONS LÉGALES</a>', '/l'],
  ['<a href="/l">Mentions\u00a0l\u00e9gales</a>', '/l'],
  ['<a href="/l">Mentions obligatoires</a>', '/l'],
  ['<a href="/l">Infos légales</a>', '/l'],
  ['<a href="/l">Info juridique</a>', '/l'],
  ['<a href="/l">Impres&shy;sum</a>', '/l'],
  ['<a href="/l">Rechtliches</a>', '/l'],
  ['<a href="/l">Rechtliche Hinweise</a>', '/l'],
  ['<a href="/l">Informazioni legali</a>', '/l'],
  ['<a href="/mentions_legales.php">ML</a>', '/mentions_legales.php'],
  ['<a href="/me%CC%81ntions-le%CC%81gales">ML</a>', '/me%CC%81ntions-le%CC%81gales'],
  ['<a href="/l"><img src="i.png" alt="Mentions légales"></a>', '/l'],
  ['<a href="/l" title="Mentions légales"><i></i></a>', '/l'],
  ['<map><area href="/l" alt="Mentions légales"></map>', '/l'],
])('%s leads to who is behind the site', (body, path) => {
  expect(read(body).legalLinks.identity).toBe(`https://dubois.ch${path}`);
});

it('relative links, forms and pictures are resolved against <base>', () => {
  const body =
    '<a href="fr/mentions-legales">Mentions légales</a><a href="fr/contact">x</a><form action="send"></form><img src="a.png">';
  const at = (base: string) => read(body, base, 'https://dubois.ch/fr/');
  expect(at('<base href="https://dubois.ch/">').legalLinks.identity).toBe(
    'https://dubois.ch/fr/mentions-legales',
  );
  expect(at('').legalLinks.identity).toBe('https://dubois.ch/fr/fr/mentions-legales');
  expect(at('<base target=_top><base href="/"><base href="/de/">').legalLinks.identity).toBe(
    'https://dubois.ch/fr/mentions-legales',
  );
  expect(at('<base href="javascript:x">').legalLinks.identity).toBe(
    'https://dubois.ch/fr/fr/mentions-legales',
  );
  expect(at('<base href="http://dubois.ch/">')).toMatchObject({
    forms: { insecureActions: 1 },
    mixedContent: { total: 1, example: 'http://dubois.ch/a.png' },
  });
  // A form without an address is sent to the page itself.
  expect(
    read('<form></form><form action=""></form>', '<base href="http://dubois.ch/">').forms.insecureActions,
  ).toBe(0);
});

it('an e-mail address hidden by Cloudflare counts as a contact and as part of the identity', () => {
  const key = 0x5a;
  const code = Buffer.from([key, ...Buffer.from('info@dubois.ch').map((byte) => byte ^ key)]).toString('hex');
  const link = read(`<a href="/cdn-cgi/l/email-protection#${code}">Écrivez-nous</a>`);
  expect(link).toMatchObject({ contact: { mailto: 1 }, identity: { email: true } });
  const text = read(`<span class="__cf_email__" data-cfemail="${code}">[email&#160;protected]</span>`);
  expect(text).toMatchObject({ contact: { mailto: 0, written: { email: true } }, identity: { email: true } });
  expect(read('<span data-cfemail="zz">x</span>').identity.email).toBe(false);
});

it.each([
  ['<a href="tel:%2B41215550048">x</a>', 'tel'],
  ['<a href="TEL: 021 555 00 48">x</a>', 'tel'],
  ['<a href="tel://+41215550048">x</a>', 'tel'],
  ['<a href="mailto:info%40dubois.ch">x</a>', 'mailto'],
] as const)('%s counts as one contact', (body, way) => {
  expect(read(body).contact[way]).toBe(1);
});

it.each([
  ['index, follow, max-image-preview:none', false],
  ['max-image-preview: none', false],
  ['max-snippet:-1, max-video-preview:none', false],
  ['unavailable_after: 25 Jun 2030 15:00:00 GMT', false],
  ['noindex-nothing', false],
  ['NOINDEX', true],
  ['none', true],
  ['follow,noindex', true],
  ['noindex nofollow', true],
  ['max-image-preview: none, noindex', true],
])('a robots meta of %j bars: %s', (content, bars) => {
  expect(read('', `<meta name="robots" content="${content}">`).noindex).toBe(bars);
  expect(
    read('', `<meta name="robots" content="all"><meta name=" Googlebot " content="${content}">`).noindex,
  ).toBe(bars);
  expect(read('', `<meta name="bingbot" content="${content}">`).noindex).toBe(false);
});

it('counts insecure resources and form targets of a secure page', () => {
  const body =
    '<img src="http://a.ch/x"><a href="http://a.ch">x</a><script src="http://a.ch/y"></script><form action="http://a.ch/send"></form>';
  expect(read(body)).toMatchObject({ mixedContent: { total: 2 }, forms: { insecureActions: 1 } });
  expect(read(body, '', 'http://dubois.ch/')).toMatchObject({
    mixedContent: { total: 0 },
    forms: { insecureActions: 0 },
  });
});

it('reads the JSON-LD types of a graph, and none of malformed JSON', () => {
  const head =
    '<script type="application/ld+json">{"@graph":[{"@type":["Restaurant","Organization"]},{"@type":"http://schema.org/WebSite"}]}</script>';
  expect([...read('', head).jsonLdTypes].sort()).toEqual(['Organization', 'Restaurant', 'WebSite']);
  expect(read('', '<script type="application/ld+json">{oops</script>').jsonLdTypes).toEqual([]);
});

it('tells an HTML shell that a script fills from a complete page', () => {
  expect(read('<div id=root></div><script src=/a.js></script>').shell).toBe(true);
  expect(read('', '<meta http-equiv=refresh content="0; url=/fr">').shell).toBe(true);
  expect(read(`<p>${'Du texte. '.repeat(40)}</p><script src=/a.js></script>`).shell).toBe(false);
});

it.each([
  [
    'Dubois Sàrl, rue du Bourg 12, 1003 Lausanne, info@dubois.ch',
    { company: true, postalAddress: true, email: true },
  ],
  ['Muster AG, Bahnhofstrasse 1, 8001 Zürich', { company: true, postalAddress: true, email: false }],
  ['CHE-123.456.789', { company: true, postalAddress: false, email: false }],
  ['Dubois SA, 1003 Lausanne', { company: true, postalAddress: true, email: false }],
  [
    'Dupont SAS, 12 rue de la République, 69006 Lyon, contact@dupont.fr',
    { company: true, postalAddress: true, email: true },
  ],
  ['Dupont SARL au capital de 1000 €', { company: true, postalAddress: false, email: false }],
  ['EURL Martin, 01000 Bourg-en-Bresse', { company: true, postalAddress: true, email: false }],
  ['SIRET\u00a0: 732 829 320 00074', { company: true, postalAddress: false, email: false }],
  ['RCS Lyon 732 829 320', { company: true, postalAddress: false, email: false }],
  ['Atelier Martin, 72000 Le Mans', { company: false, postalAddress: true, email: false }],
  ['F-69006 LYON', { company: false, postalAddress: true, email: false }],
  ['1204 Gene\u0300ve', { company: false, postalAddress: true, email: false }],
  ['info (at) dubois (dot) ch', { company: false, postalAddress: false, email: true }],
  ['Un colis de 25 KG, sas d’entrée', { company: false, postalAddress: false, email: false }],
  ['L’atelier et sa fondatrice', { company: false, postalAddress: false, email: false }],
  ['Depuis 1987 Nous dessinons 2500 clients', { company: false, postalAddress: false, email: false }],
])('identity in %s', (text, expected) => {
  expect(identityOf(text)).toEqual(expected);
});

it.each([
  ['<title>Just a moment...</title>', 'wall'],
  ['<p>This domain is for sale</p>', 'parked'],
  ['<p>Ce nom de domaine est réservé.</p>', 'parked'],
  [`<p>Comment savoir si this domain is for sale. ${'Un article. '.repeat(200)}</p>`, 'page'],
  ['<p>Bienvenue</p>', 'page'],
  ['<p>Ce site est réservé aux personnes de plus de 18 ans.</p>', 'page'],
  ['<p>Cette page est réservée à nos clients.</p>', 'page'],
  ['<p>Ce domaine est réservé aux membres du golf.</p>', 'page'],
  ['<title>Domaine à vendre en Lavaux</title><p>Vignoble de 3 ha</p>', 'page'],
  ['<p>Nos clients</p><a href="https://www.jordan.com/">Jordan</a>', 'page'],
  ['<p>Dubois.ch : ce domaine est à vendre</p>', 'parked'],
  ['<p>Diese Domain steht zum Verkauf</p>', 'parked'],
  ['<script src="https://www.dan.com/lander.js"></script>', 'parked'],
  ['<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=1"></script>', 'wall'],
  // Ordinary pages carry that one.
  ['<p>Bienvenue</p><script src="/cdn-cgi/challenge-platform/h/b/scripts/jsd/1/main.js"></script>', 'page'],
])('%s is a %s', (html, kind) => {
  expect(pageKind(html, /<title>(.*)<\/title>/.exec(html)?.[1])).toBe(kind);
});

it('reads pages of extreme depth and breadth', () => {
  expect(read(`${'<div>'.repeat(20_000)}<h1>Au fond</h1>`).h1).toEqual(['Au fond']);
  expect(read(`${'<i></i>'.repeat(200_000)}<h1>Au bout</h1>`).h1).toEqual(['Au bout']);
});
