/** The command was not understood; the usage is printed with it, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What was asked for could not be done: French, what happened, what is safe, what to do; exit code 1. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}
