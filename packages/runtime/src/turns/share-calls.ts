/**
 * Concurrent calls with the same key share one answer, or its error. Nothing is cached after that: a later call runs
 * again. Without `keyOf` the arguments are the key.
 */
export function shareCalls<Arguments extends readonly unknown[], Answer>(
  ask: (...given: Arguments) => Promise<Answer>,
  keyOf: (...given: Arguments) => string = (...given) => JSON.stringify(given),
): (...given: Arguments) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>();
  return (...given) => {
    const key = keyOf(...given);
    const known = underWay.get(key);
    if (known) return known;
    const asked = ask(...given).finally(() => underWay.delete(key));
    underWay.set(key, asked);
    return asked;
  };
}
