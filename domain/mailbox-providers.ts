/**
 * Public mailbox providers: the domain of such an address says nothing about a company. A provider that has the same
 * name in many countries is listed once, by the name before the ending.
 */
const PROVIDERS = new Set(
  (
    'gmail googlemail outlook hotmail live msn passport windowslive yahoo ymail rocketmail icloud me mac aol aim gmx ' +
    'web t-online freenet arcor mail email mailbox post inbox posteo mailfence disroot riseup ' +
    'proton protonmail pm tutanota tutamail tuta hey fastmail fastmail.fm zoho yandex hushmail runbox startmail ' +
    'duck mozmail simplelogin passmail privaterelay.appleid yopmail mailinator guerrillamail ' +
    'bluewin bluemail hispeed sunrise netplus vtxnet vtx vtxmail swissonline quickline citycable romandie infomaniak ' +
    'ik ikmail etik swissmail freesurf tele2 green upcmail besonet urbanet net2000 ' +
    'orange wanadoo free laposte sfr neuf noos numericable bbox aliceadsl cegetel club-internet voila ' +
    'libero tiscali virgilio tin alice fastwebnet skynet telenet proximus scarlet voo ' +
    'aon chello a1 btinternet sky virginmedia talktalk ntlworld comcast verizon att sbcglobal bellsouth cox charter ' +
    'ziggo planet kpnmail xs4all hetnet wp o2 onet interia seznam centrum abv ukr rambler bk list qq 163 126 sina ' +
    'naver hanmail daum rediffmail sapo terra uol bol'
  ).split(' '),
);

const ENDINGS =
  /\.(com|ch|net|org|fr|de|it|at|be|li|lu|eu|es|pt|pl|cz|bg|nl|ru|uk|co\.(uk|jp|in|nz|za|kr)|me|ca|com\.\w\w|io|email|ai)$/;

/** Whether a domain in lower case belongs to a provider of mailboxes for everybody. */
export function isMailboxProvider(domain: string): boolean {
  const name = domain.replace(ENDINGS, '');
  return name !== domain && PROVIDERS.has(name);
}
