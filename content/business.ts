import { placeholder } from './placeholder.ts';

/** The two houses. Every name, number and address here is made up and marked; nothing in a component names a brand. */
export const agency = {
  brand: placeholder('business.agency.brand', 'Atelier 48', 'le nom de l’agence'),
  tagline: 'Agence web suisse',
  phone: placeholder('business.agency.phone', '+41 21 555 01 48', 'le téléphone de l’agence'),
  email: placeholder('business.agency.email', 'bonjour@atelier48.example', 'l’adresse e-mail de l’agence'),
  /** Number that receives the chats, with its country code. */
  chatNumber: placeholder('business.agency.chatNumber', '+41 79 555 01 48', 'le numéro WhatsApp de l’agence'),
} as const;

export const caterer = {
  brand: placeholder('business.caterer.brand', 'Maison Safran', 'le nom du traiteur'),
  tagline: 'Cuisine orientale, traiteur et restaurant',
  phone: placeholder('business.caterer.phone', '+41 21 555 02 70', 'le téléphone du traiteur'),
  email: placeholder('business.caterer.email', 'table@maisonsafran.example', 'l’adresse e-mail du traiteur'),
  chatNumber: placeholder(
    'business.caterer.chatNumber',
    '+41 79 555 02 70',
    'le numéro WhatsApp du traiteur',
  ),
} as const;
