/**
 * The program cannot start, for a reason the operator can mend. The message is one French line:
 * what happened, what is safe, what to do. The composition root prints it as it is and exits with 1.
 */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
