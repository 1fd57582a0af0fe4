import type { DeviceAuth } from '../devices/device-network.rules.ts';
import { type AddedPeople, decideAdds } from './add-pace.rules.ts';

/** Key type under which the people that a device has added are stored. */
const TYPE = 'group-adds';
const ID = 'recent';

export type AddPace = ReturnType<typeof makeAddPace>;

/** The pace at which a device adds people to groups, stored with its keys: it outlives restarts and moves with the device. */
export function makeAddPace(auth: Pick<DeviceAuth, 'get' | 'set'>, perDay: number, now: () => number) {
  let turn: Promise<unknown> = Promise.resolve();

  async function take(count: number, key: string | null): Promise<number> {
    const stored = (await auth.get(TYPE, [ID])).get(ID);
    const before = stored === undefined ? [] : (JSON.parse(stored) as AddedPeople[]); // safe: written below
    const decision = decideAdds(before, { count, key }, { now: now(), perDay });
    if ('retryAfterMs' in decision) return decision.retryAfterMs;
    await auth.set([{ type: TYPE, id: ID, value: JSON.stringify(decision.added) }]);
    return 0;
  }

  return {
    /** Stores that people are added and returns 0, or returns the wait in milliseconds. Throws LeaseLost. */
    take(count: number, key: string | null = null): Promise<number> {
      if (count === 0) return Promise.resolve(0);
      const mine = turn.then(() => take(count, key));
      turn = mine.catch(() => {});
      return mine;
    },
  };
}
