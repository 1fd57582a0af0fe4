import { createHash } from 'node:crypto';
import { type BoundedMap, makeBoundedMap } from '@parley/runtime/bounded-map';
import type { DeviceAuth } from '../devices/device-network.rules.ts';
import { type BegunChat, decideNewChat, pauseAfter } from './new-chat.rules.ts';

/** Key type under which the chats that a device has begun are stored. */
const TYPE = 'new-chats';
const ID = 'recent';

type NewChatPace = ReturnType<typeof makeNewChatPace>;

/** The chats of a device, as far as this worker knows. */
export interface ChatMemory {
  /** People whom it has a chat with. */
  known: BoundedMap<string, true>;
  pace: NewChatPace;
}

const MAX_KNOWN = 1000;

export const makeChatMemory = (auth: Pick<DeviceAuth, 'get' | 'set'>, now: () => number): ChatMemory => ({
  known: makeBoundedMap(MAX_KNOWN),
  pace: makeNewChatPace(auth, now),
});

/** Distinguishes the chats of a day; no address is stored. */
const hashOf = (address: string): string => createHash('sha256').update(address).digest('base64url').slice(0, 16);

/** The pace at which a device begins chats, stored with its keys: it outlives restarts and moves with the device. */
function makeNewChatPace(auth: Pick<DeviceAuth, 'get' | 'set'>, now: () => number) {
  let turn: Promise<unknown> = Promise.resolve();

  async function take(address: string, perDay: number): Promise<number> {
    const stored = (await auth.get(TYPE, [ID])).get(ID);
    const before = stored === undefined ? [] : (JSON.parse(stored) as BegunChat[]); // safe: written below
    const chat = { chat: hashOf(address), pauseMs: pauseAfter(Math.random()) };
    const decision = decideNewChat(before, chat, { now: now(), perDay });
    if ('retryAfterMs' in decision) return decision.retryAfterMs;
    await auth.set([{ type: TYPE, id: ID, value: JSON.stringify(decision.begun) }]);
    return 0;
  }

  return {
    /** Stores that a chat is begun and returns 0, or returns the wait in ms. Throws LeaseLost. */
    take(address: string, perDay: number): Promise<number> {
      const mine = turn.then(() => take(address, perDay));
      turn = mine.catch(() => {});
      return mine;
    },
  };
}
