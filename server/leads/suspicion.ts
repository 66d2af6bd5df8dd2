import type { Lead } from '#domain/lead.ts';

/** What became of the proof of work that a page adds to its form. */
export type ProofState = 'good' | 'absent' | 'expired' | 'forged' | 'replayed';

/** What can be seen of a submission without asking the visitor for anything. */
export interface Signs {
  readonly lead: Pick<Lead, 'name' | 'email'>;
  /** Whether the field that no person sees was filled. */
  readonly trapFilled: boolean;
  readonly proof: ProofState;
  /** Milliseconds between the first touch of the form and its arrival; only a good proof tells. */
  readonly ageMs?: number;
}

/** Two fields and a button take a person longer, even when the browser fills them in. */
const FASTEST_HAND_MS = 1500;

/** Signs that together reach this hold a lead; a visitor without JavaScript shows one. */
const ENOUGH = 2;

interface Sign {
  readonly weight: number;
  /** For the operator, in French. */
  readonly reason: string;
}

const PROOFS: Readonly<Record<ProofState, Sign | undefined>> = {
  good: undefined,
  absent: { weight: 1, reason: 'preuve de travail absente' },
  expired: { weight: 1, reason: 'preuve de travail périmée' },
  forged: { weight: 2, reason: 'preuve de travail falsifiée' },
  // A visitor who goes back and corrects an address sends the same proof with another lead.
  replayed: { weight: 1, reason: 'preuve de travail déjà utilisée' },
};

const TRAP: Sign = { weight: 2, reason: 'champ piège rempli' };
const TOO_FAST: Sign = { weight: 1, reason: 'envoi plus rapide qu’une personne' };
const LINK: Sign = { weight: 1, reason: 'lien dans le nom' };
const MARKUP: Sign = { weight: 1, reason: 'balise dans le nom' };

/** An address one could follow: with its scheme, with www, or as a bare name with a path. */
const LINK_IN_NAME = /https?:|www\.|[a-z0-9-]\.[a-z]{2,}\//i;

/** HTML or forum markup that makes a link or loads something. */
const MARKUP_IN_NAME = /<\s*(a|img|script|iframe)\b|\[(url|link|img)\b/i;

/**
 * Why a submission is to be held back until an operator has looked at it (French, for the operator), or undefined
 * when nothing, or one weak sign alone, speaks against it. Held is never refused: the lead is stored all the same.
 */
export function suspicionOf({ lead, trapFilled, proof, ageMs }: Signs): string | undefined {
  const signs = [
    trapFilled && TRAP,
    PROOFS[proof],
    ageMs !== undefined && ageMs < FASTEST_HAND_MS && TOO_FAST,
    LINK_IN_NAME.test(lead.name) && LINK,
    MARKUP_IN_NAME.test(lead.name) && MARKUP,
  ].filter((sign): sign is Sign => Boolean(sign));
  const weight = signs.reduce((sum, sign) => sum + sign.weight, 0);
  return weight < ENOUGH ? undefined : sentence(signs.map(({ reason }) => reason).join(', '));
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
