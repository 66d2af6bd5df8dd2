import { Arrow } from '../components/ui/Arrow.tsx';
import { BackLink } from '../components/ui/BackLink.tsx';
import { Badge } from '../components/ui/Badge.tsx';
import { Button } from '../components/ui/Button.tsx';
import { Dialog } from '../components/ui/Dialog.tsx';
import { PhoneLink } from '../components/ui/PhoneLink.tsx';
import { SkipLink } from '../components/ui/SkipLink.tsx';
import { TextField } from '../components/ui/TextField.tsx';
import type { ComponentStates } from '../testing/component-states.ts';

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
