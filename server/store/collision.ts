/** Whether a statement failed because a unique key was taken already, on either engine. */
export function isCollision(error: unknown): boolean {
  // SQLite's error comes from another thread, and only its message survives that.
  return (
    codeOf(error) === '23505' || (error instanceof Error && /UNIQUE constraint failed/.test(error.message))
  );
}

/** Whether PostgreSQL ended a transaction that waited for another, which waited for it (40P01). */
export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === '40P01';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
