import type { Finding } from './finding.ts';

const TIMEOUT_MS = 2_000;

/** The findings that a server running on this machine reports in /readyz; none when no server is running. */
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
