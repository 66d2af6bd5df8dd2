import type { Finding } from './finding.ts';

const TIMEOUT_MS = 2_000;

/** What a server that is running on this machine has found out about how it is set up; nothing when none is. */
export async function checkRunning(opsPort: number, fetcher: typeof fetch): Promise<Finding[]> {
  try {
    const response = await fetcher(`http://127.0.0.1:${opsPort}/readyz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { warnings } = (await response.json()) as { warnings?: unknown };
    const lines = Array.isArray(warnings) ? warnings.map(String) : [];
    return lines.map((text) => ({ weight: 'blocks', text }));
  } catch {
    return [];
  }
}
