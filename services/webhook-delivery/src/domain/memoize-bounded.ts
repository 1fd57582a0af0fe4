/** A function that remembers its last `size` answers: for what costs to work out and must not be kept without bound. */
export function memoizeBounded<T extends NonNullable<unknown>>(
  make: (key: string) => T,
  size: number,
): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    const [oldest] = known.keys();
    if (known.size >= size && oldest !== undefined) known.delete(oldest);
    known.set(key, made);
    return made;
  };
}
