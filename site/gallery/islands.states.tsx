import { faultNames } from '#content/lead-fields.ts';
import { introduction } from '#content/pages/introduction.ts';
import { sales } from '#content/pages/sales.ts';
import { TYPED_FIELDS } from '#domain/lead-fields.ts';
import afterAvif from '../assets/media/apres.avif?url';
import afterJpg from '../assets/media/apres.jpg?url';
import beforeAvif from '../assets/media/avant.avif?url';
import beforeJpg from '../assets/media/avant.jpg?url';
import film from '../assets/media/film-etape.mp4?url';
import captions from '../assets/media/film-etape.vtt?url';
import posterAvif from '../assets/media/film-etape-poster.avif?url';
import posterJpg from '../assets/media/film-etape-poster.jpg?url';
import { auditPanel } from '../islands/audit/AuditPanel.states.tsx';
import { Booking } from '../islands/booking/Booking.island.tsx';
import { Compare } from '../islands/compare/Compare.island.tsx';
import { Film } from '../islands/film/Film.island.tsx';
import { LeadForm } from '../islands/lead-form/LeadForm.island.tsx';
import { bookingForm } from '../islands/own-booking/BookingForm.states.tsx';
import type { FormState, Sending } from '../lead/form-state.ts';
import type { ComponentStates } from '../testing/component-states.ts';

const files = { film, captions, poster: { avif: posterAvif, phone: posterAvif, jpg: posterJpg } };
const picture = (avif: string, jpg: string) => ({ avif, jpg, phone: { avif, jpg } });

const booking: ComponentStates<typeof Booking> = {
  name: 'Booking',
  component: Booking,
  states: {
    bouton: {
      booking: { way: 'calendly', page: 'https://calendly.com/exemple/15min' },
      words: introduction.booking,
    },
  },
};

const compare: ComponentStates<typeof Compare> = {
  name: 'Compare',
  component: Compare,
  states: {
    'au milieu': {
      before: {
        ...picture(beforeAvif, beforeJpg),
        alt: sales.compare.beforeAlt,
        label: sales.compare.before,
      },
      after: { ...picture(afterAvif, afterJpg), alt: sales.compare.afterAlt, label: sales.compare.after },
      control: sales.compare.control,
    },
  },
};

const filmStates: ComponentStates<typeof Film> = {
  name: 'Film',
  component: Film,
  states: {
    affiche: { files, words: introduction.film },
    YouTube: { files, youtube: 'abcdefghijk', words: introduction.film },
  },
};

const sending = (state: FormState): Sending => ({
  state: () => state,
  tells: () => false,
  subscribe: () => () => {},
  send: async () => {},
});

const contact = {
  chatNumber: '+41 25 555 01 49',
  email: 'bonjour@atelier48.example',
  phone: '+41 25 555 01 48',
};

const leadForm: ComponentStates<typeof LeadForm> = {
  name: 'LeadForm',
  component: LeadForm,
  states: {
    vide: { idPrefix: 'vide', contact },
    'envoi en cours': { idPrefix: 'envoi', contact, sending: sending({ kind: 'sending' }) },
    'champs refusés': {
      idPrefix: 'refus',
      contact,
      sending: sending({
        kind: 'invalid',
        errors: TYPED_FIELDS.map((field) => ({ field, message: `${faultNames[field]} est obligatoire.` })),
      }),
    },
    'sans réseau': { idPrefix: 'attente', contact, sending: sending({ kind: 'kept' }) },
    échec: { idPrefix: 'echec', contact, sending: sending({ kind: 'failed' }) },
  },
};

/** Every island (site/islands) in every state that its props can put it in. */
export const islands = [
  auditPanel,
  bookingForm,
  booking,
  compare,
  filmStates,
  leadForm,
] as readonly ComponentStates[];
