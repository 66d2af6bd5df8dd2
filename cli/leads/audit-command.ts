import { ADDRESS_REFUSED, STEP_LABELS, VISIT_ENDED } from '#content/audit.ts';
import { audit as words } from '#content/pages/audit.ts';
import type { AuditStep } from '#server/audits/process/run-audit.ts';
import type { ReportView } from '#server/audits/report/report-view.ts';
import type { Command } from './command.ts';
import { CommandFailed, UsageError } from './command-errors.ts';
import { safeText } from './print.ts';

export const auditCommand: Command = {
  opens: 'nothing',
  usage: 'audit <adresse du site>',
  summary: 'regarde un site maintenant et dit ce qui est à corriger\u202f; rien n’en est gardé',
  check({ references }) {
    if (references.length !== 1) throw new UsageError('audit attend l’adresse d’un site.');
  },
  async run({ config, output, json, references: [typed = ''], now, auditEngine }) {
    // Loaded here: no other command needs any of it.
    const [{ readTypedAddress }, { printableFacts }, { auditProcesses }, { judgeFacts }, { reportView }] =
      await Promise.all([
        import('#server/outgoing/typed-address.ts'),
        import('#server/audits/audit-facts.ts'),
        import('#server/audits/process/audit-process.ts'),
        import('#server/audits/checks/judge-facts.ts'),
        import('#server/audits/report/report-view.ts'),
      ]);
    const address = readTypedAddress(typed);
    if (!address.ok) throw new CommandFailed(ADDRESS_REFUSED[address.refusal]);
    const { publicUrl, audits } = config;
    const engine = auditEngine ?? auditProcesses({ publicUrl, chromium: audits.chromium, now });
    const announced = new Set<AuditStep['step']>();
    const seen = await engine(address, {
      browser: audits.mode !== 'http',
      signal: new AbortController().signal,
      onStep({ step }) {
        if (!json && !announced.has(step)) output.line(`${STEP_LABELS[step]}…`);
        announced.add(step);
      },
    });
    const facts = printableFacts(seen.facts);
    const { end } = facts.visit;
    const answer = { facts, checks: judgeFacts(facts) };
    if (end !== 'seen') return { json: answer, lines: [VISIT_ENDED[end]], code: 1 };
    return { json: answer, lines: linesOf(reportView(facts)) };
  },
};

function linesOf(view: ReportView): string[] {
  const { report } = words;
  return [
    '',
    report.title(view.host),
    `${view.headline} ${view.tally}`.trimEnd(),
    '',
    ...view.remedies.flatMap(({ title, remedy, evidence, effort }, index) => [
      `${index + 1}. ${title}\u202f: ${remedy}`,
      `   ${evidence} ${report.effort}\u202f: ${effort}.`,
    ]),
    '',
    report.count(view.passed, view.controlled),
    ...view.themes.flatMap(({ label, lines }) => [
      '',
      label,
      ...lines.map(
        ({ label: outcome, title, sentence }) => `  ${outcome.padEnd(12)}${title}\u202f: ${sentence}`,
      ),
    ]),
    '',
    ...(view.fixes.length > 0 ? [report.handover.title, ''] : []),
    ...view.fixes.flatMap(({ title, remedy, snippets }, index) => [
      `${index + 1}. ${title}\u202f: ${remedy}`,
      ...snippets.flatMap(({ where, code }) => [
        `   ${where}\u202f:`,
        ...code.split('\n').map((line) => `     ${line}`),
      ]),
      '',
    ]),
    ...view.conditions.map(([name, value]) => `${name}\u202f: ${value}`),
    report.conditions.once,
  ].map(safeText);
}
