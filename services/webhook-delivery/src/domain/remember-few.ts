/** A function that remembers its last `size` answers: for what costs to work out and must not be kept without bound. */
export function rememberFew(make: (key: string) => string, size: number): (key: string) => string {
  const known = new Map<string, string>();
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
