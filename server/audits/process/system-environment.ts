import { systemNetwork } from '../../outgoing/network.ts';
import type { AuditEnvironment } from './audit-protocol.ts';

/** The environment of every audit but those of tests: the system's name servers, and TCP to vetted numbers. */
export function open(): AuditEnvironment {
  return { network: systemNetwork() };
}
