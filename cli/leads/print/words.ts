import type { StateCounts } from '#server/leads/operator/operator-reader.ts';
import type { LeadState } from '#server/store/leads/lead-state.ts';

/** The states of a lead in French. */
export const STATE_WORDS: Readonly<Record<LeadState, string>> = {
  delivered: 'livré',
  waiting: 'en attente',
  refused: 'refusé par Airtable',
  held: 'retenu',
};

/** `1 contact`, `2 contacts`; zero is singular in French. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count < 2 ? one : many}`;
}

/** `12 345`, with the thin space of French numbers. */
export function grouped(count: number): string {
  return count.toLocaleString('fr-FR');
}

export function total(counts: StateCounts): number {
  return counts.delivered + counts.waiting + counts.refused + counts.held;
}

/** `12 contacts : 8 livrés, 2 en attente, 1 refusé par Airtable, 1 retenu.` */
export function countsLine(counts: StateCounts): string {
  const parts = [
    counted(counts.delivered, 'livré'),
    `${grouped(counts.waiting)} en attente`,
    counted(counts.refused, 'refusé par Airtable', 'refusés par Airtable'),
    counted(counts.held, 'retenu'),
  ];
  return `${counted(total(counts), 'contact')}\u202f: ${parts.join(', ')}.`;
}

/** Advice about leads that need an operator; empty when there is none. */
export function advice(counts: StateCounts): string[] {
  const lines: string[] = [];
  if (counts.refused > 0) {
    lines.push(
      `${counted(counts.refused, 'contact refusé', 'contacts refusés')} par Airtable quelle que soit la stratégie\u202f: ` +
        'rien n’est perdu, chacun est réessayé de loin en loin.',
      'À faire\u202f: npm run doctor dit ce qu’Airtable reproche\u202f; corrigez-le, puis ./oui retry --refused.',
    );
  }
  if (counts.held > 0) {
    lines.push(
      `${counted(counts.held, 'contact retenu', 'contacts retenus')} parce que douteux\u202f: rien ne part tant que vous ne l’avez pas décidé.`,
      'À faire\u202f: ./oui list --held, puis ./oui release <réf.>, ou erase <réf.> si c’est un abus.',
    );
  }
  return lines;
}
