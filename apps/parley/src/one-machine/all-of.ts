/** As Promise.all, but rejects only when all have settled: what starts beside a failure must get onto the stop list. */
export async function allOf<T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
