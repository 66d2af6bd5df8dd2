/**
 * Providers of mailboxes for everybody: the domain of such an address is nobody's company. Where a provider has the
 * same name in many countries, the name before its ending stands for all.
 */
const PROVIDERS = new Set(
  (
    'gmail googlemail outlook hotmail live msn yahoo ymail rocketmail icloud me mac aol gmx web t-online freenet ' +
    'mail mailbox posteo proton protonmail pm tutanota tuta hey fastmail zoho yandex hushmail ' +
    'bluewin bluemail hispeed sunrise netplus vtxnet vtx swissonline quickline citycable romandie infomaniak ik etik ' +
    'orange wanadoo free laposte sfr neuf numericable bbox aliceadsl cegetel club-internet ' +
    'libero tiscali virgilio alice skynet telenet proximus'
  ).split(' '),
);

const ENDINGS = /\.(com|ch|net|org|fr|de|it|at|be|li|lu|eu|es|uk|co\.uk|me|ca|com\.\w\w|io|email|ai)$/;
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/**
 * The address of the site that an e-mail address's company probably has: its domain, unless that is a mailbox
 * provider's.
 * @returns a host name in lower case; undefined where nothing can be guessed
 */
export function siteOfEmail(email: string): string | undefined {
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  if (!email.includes('@') || !DOMAIN.test(domain)) return undefined;
  const name = domain.replace(ENDINGS, '');
  return PROVIDERS.has(name) ? undefined : domain;
}
