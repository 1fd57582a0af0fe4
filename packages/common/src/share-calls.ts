/**
 * Calls with the same key that are made while one is under way share its answer, or its error. Nothing is kept once it is there: a later call
 * asks again. Without `keyOf` the key is all that the call is given.
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
