import { blocks, type Finding } from './finding.ts';

const TIMEOUT_MS = 2_000;

const HANGS =
  'Un serveur tourne ici mais n’a pas répondu en 2 s à la question de son état. Les contacts reçus sont dans la base de données. Regardez son journal, puis relancez-le.';
const NOT_READY =
  'Le serveur qui tourne ici ne confirme plus aucune demande : sa base de données n’accepte pas d’écriture. Ce qui est enregistré est intact. ' +
  'Vérifiez que la base répond et qu’il y a de la place sur son disque.';

/**
 * The findings that a server running on this machine reports in /readyz; none when no server is running, and one when
 * it takes connections but does not answer.
 */
export async function checkRunning(opsPort: number, fetcher: typeof fetch): Promise<Finding[]> {
  try {
    const response = await fetcher(`http://127.0.0.1:${opsPort}/readyz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 503) return [blocks(NOT_READY)];
    const { warnings } = (await response.json()) as { warnings?: unknown };
    return Array.isArray(warnings) ? warnings.map((text) => blocks(String(text))) : [];
  } catch (error) {
    const hangs = error instanceof Error && error.name === 'TimeoutError';
    return hangs ? [blocks(HANGS)] : [];
  }
}
