import { leadFields } from '#content/lead-fields.ts';
import type { LeadContent } from '#domain/lead.ts';
import { lowerFirst, upperFirst } from '#domain/text.ts';
import { FREE_FIELDS } from '../fields/lead-fields.ts';
import type { ProofState } from '../http/limits/form-proof.ts';

/** What can be seen of a submission without asking the visitor for anything. */
export interface Observed {
  readonly lead: Partial<LeadContent>;
  /** Whether the field that no person sees was filled. */
  readonly trapFilled: boolean;
  readonly proof: ProofState;
  /** Milliseconds between the first touch of the form and its arrival; only a good proof tells. */
  readonly ageMs?: number;
  /** Whether it came while more came over all addresses than ever does (`isFlood`). */
  readonly inFlood?: boolean;
}

/** Less than a person takes for two fields and a button, even when the browser fills them in. */
const FASTEST_HAND_MS = 1500;

/** A lead whose signs weigh this much is held. A visitor without JavaScript weighs 1, having no proof of work. */
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

/** A program that floods saves the work or has it done once; a visitor's browser does it while the form is filled. */
const IN_FLOOD: Readonly<Record<ProofState, Sign | undefined>> = {
  good: undefined,
  absent: { weight: 2, reason: 'preuve de travail absente pendant un afflux' },
  expired: { weight: 2, reason: 'preuve de travail périmée pendant un afflux' },
  forged: PROOFS.forged,
  replayed: { weight: 2, reason: 'preuve de travail déjà utilisée pendant un afflux' },
};

const TRAP: Sign = { weight: 2, reason: 'champ piège rempli' };
const TOO_FAST: Sign = { weight: 1, reason: 'envoi plus rapide qu’une personne' };

/** An address one could follow: with its scheme, with www, or as a bare name with a path. */
const LINK = /https?:|www\.|[a-z0-9-]\.[a-z]{2,}\//i;

/** HTML or forum markup that makes a link or loads something. */
const MARKUP = /<\s*(a|img|script|iframe)\b|\[(url|link|img)\b/i;

/**
 * Why a lead is to be held until an operator releases it (French, for the operator), or undefined when nothing, or one
 * weak sign alone, speaks against it. A held lead is stored and answered like any other.
 */
export function suspicionOf({ lead, trapFilled, proof, ageMs, inFlood }: Observed): string | undefined {
  const signs = [
    trapFilled && TRAP,
    (inFlood ? IN_FLOOD : PROOFS)[proof],
    ageMs !== undefined && ageMs < FASTEST_HAND_MS && TOO_FAST,
    ...FREE_FIELDS.flatMap((field) => [
      LINK.test(lead[field] ?? '') && { weight: 1, reason: `lien dans ${nameOf(field)}` },
      MARKUP.test(lead[field] ?? '') && { weight: 1, reason: `balise dans ${nameOf(field)}` },
    ]),
  ].filter((sign): sign is Sign => Boolean(sign));
  const weight = signs.reduce((sum, sign) => sum + sign.weight, 0);
  return weight < ENOUGH ? undefined : `${upperFirst(signs.map(({ reason }) => reason).join(', '))}.`;
}

/** How many leads came without a fresh proof, over all addresses. */
interface Traffic {
  /** Within the last minute. */
  readonly lastMinute: number;
  /** In a minute of the day before, floods left out. */
  readonly usually: number;
  /** How many one address may send in a minute. */
  readonly perAddress: number;
}

/** So many addresses would have to spend all they may send within one minute, without a script running in any. */
const BUSY_ADDRESSES = 3;
/** So many times what is usual is out of the ordinary. */
const TIMES_USUAL = 5;

/**
 * Whether more leads come without a fresh proof than on a busy day. Never below the floor, which is 60 a minute unless
 * the operator lets one address send more or less than 20.
 */
export function isFlood({ lastMinute, usually, perAddress }: Traffic): boolean {
  return lastMinute > Math.max(BUSY_ADDRESSES * perAddress, TIMES_USUAL * usually);
}

/** « le nom » */
function nameOf(field: (typeof FREE_FIELDS)[number]): string {
  return lowerFirst(leadFields[field].fault);
}
