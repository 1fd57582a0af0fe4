/**
 * Calls with the same key that are made while one is under way share its answer, or its error. Nothing is kept once it is there: a later call
 * asks again.
 */
export function shareCalls<Arguments extends readonly (string | number)[], Answer>(
  ask: (...given: Arguments) => Promise<Answer>,
): (...given: Arguments) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>();
  return (...given) => {
    const key = JSON.stringify(given);
    const shared = underWay.get(key) ?? ask(...given).finally(() => underWay.delete(key));
    underWay.set(key, shared);
    return shared;
  };
}
