/** What the work resolves with, or a rejection once the time is over; the work itself goes on, and may still succeed. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`The database did not answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
