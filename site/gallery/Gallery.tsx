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
import { Arrow } from '../components/ui/Arrow.tsx';
import { BackLink } from '../components/ui/BackLink.tsx';
import { Badge } from '../components/ui/Badge.tsx';
import { Button } from '../components/ui/Button.tsx';
import { Dialog } from '../components/ui/Dialog.tsx';
import { PhoneLink } from '../components/ui/PhoneLink.tsx';
import { SkipLink } from '../components/ui/SkipLink.tsx';
import { TextField } from '../components/ui/TextField.tsx';
import { auditPanel } from '../islands/audit/AuditPanel.states.tsx';
import { Booking } from '../islands/booking/Booking.island.tsx';
import { Compare } from '../islands/compare/Compare.island.tsx';
import { Film } from '../islands/film/Film.island.tsx';
import { LeadForm } from '../islands/lead-form/LeadForm.island.tsx';
import { bookingForm } from '../islands/own-booking/BookingForm.states.tsx';
import type { FormState, Sending } from '../lead/form-state.ts';
import type { ComponentStates } from '../testing/component-states.ts';
import css from './Gallery.module.css';

const arrow: ComponentStates<typeof Arrow> = {
  name: 'Arrow',
  component: Arrow,
  states: { avant: { to: 'on' }, retour: { to: 'back' }, dehors: { to: 'out' } },
};

const backLink: ComponentStates<typeof BackLink> = {
  name: 'BackLink',
  component: BackLink,
  states: { retour: { href: '/' } },
};

const badge: ComponentStates<typeof Badge> = {
  name: 'Badge',
  component: Badge,
  states: {
    nouvelle: { look: 'news', children: 'Nouveau' },
    avis: { look: 'notice', children: 'Fermé ce lundi' },
  },
};

const button: ComponentStates<typeof Button> = {
  name: 'Button',
  component: Button,
  states: {
    action: { children: 'Recevoir mon audit' },
    'toute la largeur': { children: 'Recevoir mon audit', wide: true },
    discret: { children: 'Fermer', look: 'quiet' },
    désactivé: { children: 'Envoi en cours...', disabled: true },
    lien: { children: 'Voir l’offre', href: '/sales' },
    'nouvel onglet': { children: 'WhatsApp', href: 'https://wa.me/41', newTab: true },
    'texte long': { children: 'Réserver mercredi 30 septembre, 17h00, avec toute l’équipe', wide: true },
  },
};

const dialog: ComponentStates<typeof Dialog> = {
  name: 'Dialog',
  component: Dialog,
  states: {
    fermé: { id: 'galerie', title: 'Consultation', closeLabel: 'Fermer', children: 'Bonjour.' },
    large: {
      id: 'galerie-large',
      title: 'Consultation',
      closeLabel: 'Fermer',
      wide: true,
      above: <Badge>Gratuit</Badge>,
      children: 'Bonjour.',
    },
  },
};

const phoneLink: ComponentStates<typeof PhoneLink> = {
  name: 'PhoneLink',
  component: PhoneLink,
  states: { numéro: { phone: '+41 21 345 67 89' } },
};

const skipLink: ComponentStates<typeof SkipLink> = {
  name: 'SkipLink',
  component: SkipLink,
  states: { 'au clavier': {} },
};

const textField: ComponentStates<typeof TextField> = {
  name: 'TextField',
  component: TextField,
  states: {
    vide: { id: 'vide', name: 'name', label: 'Votre nom' },
    indice: { id: 'indice', name: 'phone', label: 'Votre numéro', hint: 'Avec son indicatif.' },
    faute: {
      id: 'faute',
      name: 'email',
      label: 'Votre e-mail',
      hint: 'Personne d’autre ne la lira.',
      fault: 'L’adresse e-mail est obligatoire.',
      defaultValue: 'zoe',
    },
  },
};

/** Every primitive (site/components/ui) in every state. */
export const primitives = [
  arrow,
  backLink,
  badge,
  button,
  dialog,
  phoneLink,
  skipLink,
  textField,
] as readonly ComponentStates[];

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
const islands = [
  auditPanel,
  bookingForm,
  booking,
  compare,
  filmStates,
  leadForm,
] as readonly ComponentStates[];

export const shown = [...islands, ...primitives];

/** One component in each of its states, one under the other. */
export function Gallery({ name }: { readonly name: string }) {
  const found = shown.find((one) => one.name === name);
  if (found === undefined) return null;
  const { component: Component, states } = found;
  return Object.entries(states).map(([state, props]) => (
    <section key={state} className={css.state} aria-label={state}>
      <p className={css.name}>{state}</p>
      <Component {...props} />
    </section>
  ));
}
