// One audit in a process of its own: what a site does to it ends this process at the worst, never the server.
import { Socket } from 'node:net';
import { systemNetwork } from '../../outgoing/network.ts';
import {
  type AuditEnvironment,
  type EnvironmentModule,
  type Order,
  type ProcessLine,
  toSent,
} from './audit-protocol.ts';
import { runAudit } from './run-audit.ts';

// Ctrl+C reaches the whole terminal. The server decides what becomes of an audit, by ending the standard input.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const abandoned = new AbortController();
const { publicUrl, ownAddresses, chromium, now, browser, asked, environment } = await order();
const out = new Socket({ fd: 3, readable: false });
const send = (line: ProcessLine) => out.write(`${JSON.stringify(line)}\n`);
try {
  const { facts, pictures } = await runAudit(
    asked,
    {
      ...(await environmentOf(environment)),
      ...{ now: () => now, publicUrl, ownAddresses, browser, chromium, signal: abandoned.signal },
    },
    ({ picture, ...step }) => send({ ...step, ...(picture && { picture: toSent(picture) }) }),
  );
  send({ audit: { facts, pictures: pictures.map(toSent) } });
} catch (error) {
  if (!abandoned.signal.aborted) throw error;
}
// Connections and timers of the visit may still be open.
out.end(() => process.exit());

/** Resolves with the first line of the standard input, whose end abandons the audit. */
function order(): Promise<Order> {
  let line = '';
  return new Promise((resolve) => {
    process.stdin
      .setEncoding('utf8')
      .on('data', (text: string) => {
        line += text;
        if (line.endsWith('\n')) resolve(JSON.parse(line) as Order);
      })
      .on('end', () => abandoned.abort());
  });
}

/** The system's name servers, and TCP to vetted numbers, where tests bring nothing else. */
async function environmentOf(named: EnvironmentModule | undefined): Promise<AuditEnvironment> {
  if (named === undefined) return { network: systemNetwork() };
  const { open } = (await import(named.module)) as { open: (options: unknown) => AuditEnvironment };
  return open(named.options);
}
