/** Makes a function that runs the work of one key one after the other, in the order of the calls, each in its own async context. */
export function makeTurns<Key>(): <T>(key: Key, work: () => Promise<T>) => Promise<T> {
  const tails = new Map<Key, Promise<unknown>>();
  return (key, work) => {
    const mine = (tails.get(key) ?? Promise.resolve()).then(work);
    const tail = mine.then(
      () => {},
      () => {},
    );
    tails.set(key, tail);
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key);
    });
    return mine;
  };
}
