/** Days for which a report can be opened; then it is purged with its pictures. The privacy policy says the same number. */
export const REPORT_DAYS = 30;

/** Minutes for which what was seen of an address is used again for the same address, so that no site is visited for each who asks. */
export const REUSED_MINUTES = 10;

/** Minutes for which an address that could not be looked at is not visited again. */
export const REFUSED_MINUTES = 60;
