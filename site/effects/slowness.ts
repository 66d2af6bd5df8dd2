/** How late frames may be in all, in seconds, before a picture gets fewer pixels. */
const PATIENCE_S = 0.5;
/** The most that one frame counts: a machine that stops once is not slow. */
const MOST_S = 0.25;

/**
 * Watches the time between frames. Returns a function that takes each of them, in seconds, and tells when they have
 * been longer than `slow` for too long; then it begins again. Quick frames make up for slow ones.
 */
export function watchSlowness(slow: number): (elapsed: number) => boolean {
  let late = 0;
  return (elapsed) => {
    late = Math.max(0, late + Math.min(elapsed, MOST_S) - slow);
    const tooLate = late > PATIENCE_S;
    if (tooLate) late = 0;
    return tooLate;
  };
}
