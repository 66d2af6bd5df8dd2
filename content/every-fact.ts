/** Every module that asks for facts (every-fact.test.ts): who imports this one can list them. */
import './availability.ts';
import './booking.ts';
import './business.ts';
import './films.ts';
import './locations.ts';
import './offer.ts';
import './office.ts';
import './references.ts';
import './security.ts';
import './services.ts';
import './visits.ts';

export { facts, factsFaults } from './facts/fact.ts';
