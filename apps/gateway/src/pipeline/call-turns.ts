import { AppError } from '@parley/common/errors';

/** Runs the work of an owner when it has its turn. Errors: rate_limited. */
export type CallTurns = <T>(owner: string, work: () => Promise<T>) => Promise<T>;

interface Owner {
  running: number;
  waiting: (() => void)[];
}

/** Exceeds the number of calls that a screen of the console makes at once. */
const MAX_AT_ONCE = 4;
/** Each holds its parsed input. */
const MAX_WAITING = 100;

/**
 * Limits the calls of one owner that run at once; further ones wait in their order. So many calls of one owner slow
 * down only that owner's calls.
 */
export function makeCallTurns({ maxAtOnce = MAX_AT_ONCE, maxWaiting = MAX_WAITING } = {}): CallTurns {
  const owners = new Map<string, Owner>();

  async function take(owner: Owner): Promise<void> {
    if (owner.running < maxAtOnce) {
      owner.running++;
      return;
    }
    if (owner.waiting.length >= maxWaiting)
      throw new AppError('rate_limited', { message: 'Too many requests of yours are waiting.', retry_after: 1 });
    await new Promise<void>((resolve) => owner.waiting.push(resolve));
  }

  return async (name, work) => {
    const owner = owners.get(name) ?? { running: 0, waiting: [] };
    owners.set(name, owner);
    await take(owner);
    try {
      return await work();
    } finally {
      const next = owner.waiting.shift();
      // The next call takes over the place.
      if (next) next();
      else if (--owner.running === 0) owners.delete(name);
    }
  };
}
