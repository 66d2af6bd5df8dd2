/** On step 2 and /rendez-vous: the button that books, beside those that lead to other days or propose an address. */
export const BOOK = 'main form[action="/api/bookings"] button:not([hidden], .link, [type=button])';
