/** The rest of an iteration whose first result was read already; closes its source. */
export function resumeIterator<T>(first: IteratorResult<T>, iterator: AsyncIterator<T>): AsyncGenerator<T> {
  let begun: IteratorResult<T> | null = first;
  /** The next result, which nothing here keeps: a parameter of a generator stays in memory until the generator ends. */
  const next = (): IteratorResult<T> | Promise<IteratorResult<T>> => {
    const result = begun ?? iterator.next();
    begun = null;
    return result;
  };
  async function* rest(): AsyncGenerator<T> {
    try {
      for (let result = await next(); !result.done; result = await next()) yield result.value;
    } finally {
      await iterator.return?.();
    }
  }
  return rest();
}
