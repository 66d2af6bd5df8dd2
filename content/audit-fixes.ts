/** What the person who looks after a site can paste. `…` and words in capitals are theirs to fill in. */
export const PLACES = {
  head: 'Dans l’élément head de la page',
  page: 'Dans la page',
  html: 'En tête de la page, à la place de <html>',
  style: 'Dans la feuille de style',
  remove: 'À retirer',
  robots: 'Dans robots.txt',
  nginx: 'nginx',
  apache: 'Apache (.htaccess)',
  instead: (address: string) => `À la place de ${address}`,
} as const;

/** HTML and CSS that is the same for every site. */
export const SNIPPETS = {
  lcpHead: '<link rel="preload" as="image" href="/image-principale.webp" fetchpriority="high">',
  lcpImage: `<!-- la première image, sans loading="lazy" -->
<img src="/image-principale.webp" alt="…" width="1200" height="800" fetchpriority="high">`,
  contact: `<a href="tel:+41XXXXXXXXX">0XX XXX XX XX</a>
<a href="mailto:contact@DOMAINE">contact@DOMAINE</a>`,
  viewport: '<meta name="viewport" content="width=device-width, initial-scale=1">',
  overflow: `img, video, iframe, table { max-width: 100%; }
img, video { height: auto; }`,
  identity: `<address>
  Raison sociale<br>
  Rue et numéro, NPA Localité<br>
  <a href="mailto:contact@DOMAINE">contact@DOMAINE</a>
</address>`,
  privacy: '<a href="/protection-des-donnees">Protection des données</a>',
  noindex: '<meta name="robots" content="noindex">',
  robots: `User-agent: *
Disallow:`,
  title: '<title>Activité à Localité – Nom de l’entreprise</title>',
  description:
    '<meta name="description" content="Ce que vous faites, pour qui et où, en une ou deux phrases.">',
  h1: '<h1>Ce que vous faites, en une ligne</h1>',
  labels: `<label for="email">Votre e-mail</label>
<input id="email" name="email" type="email" autocomplete="email">`,
  decor: '<img src="decor.svg" alt="">',
  lang: '<html lang="fr">',
  cls: `<img src="photo.webp" alt="…" width="1200" height="800">`,
  pictures: `<picture>
  <source type="image/avif" srcset="photo.avif">
  <img src="photo.webp" alt="…" width="1200" height="800" loading="lazy">
</picture>`,
  business: `<script type="application/ld+json">
{
  "@context": "https://schema.org",
  "@type": "LocalBusiness",
  "name": "Nom de l’entreprise",
  "url": "https://DOMAINE/",
  "telephone": "+41 XX XXX XX XX",
  "address": {
    "@type": "PostalAddress",
    "streetAddress": "Rue et numéro",
    "postalCode": "NPA",
    "addressLocality": "Localité",
    "addressCountry": "CH"
  }
}
</script>`,
  described: (source: string) => `<img src="${source}" alt="Ce que montre l’image">`,
  /** 7 to 1 on white. */
  darker: (selector: string) => `/* assez foncé sur un fond clair */
${selector} { color: #595959; }`,
  larger: (selector: string) => `${selector} { display: inline-block; min-width: 24px; min-height: 24px; }`,
} as const;

/** The same for the two most common web servers. */
export const SERVER_LINES = {
  toHttps: {
    nginx: `server {
  listen 80;
  server_name DOMAINE www.DOMAINE;
  return 301 https://$host$request_uri;
}`,
    apache: `RewriteEngine On
RewriteCond %{HTTPS} off
RewriteRule ^ https://%{HTTP_HOST}%{REQUEST_URI} [R=301,L]`,
  },
  compression: {
    nginx: `gzip on;
gzip_types text/css application/javascript application/json image/svg+xml;`,
    apache:
      'AddOutputFilterByType DEFLATE text/html text/css application/javascript application/json image/svg+xml',
  },
  caching: {
    nginx: `location ~* \\.(avif|webp|jpe?g|png|svg|woff2)$ {
  add_header Cache-Control "public, max-age=604800";
}`,
    apache: `<FilesMatch "\\.(avif|webp|jpe?g|png|svg|woff2)$">
  Header set Cache-Control "public, max-age=604800"
</FilesMatch>`,
  },
} as const;
