import type { WASocket } from 'baileys';
import type { HealthSignal } from '../devices/device-network.rules.ts';
import { isLimited, readNewChats } from '../health/quota.rules.ts';
import type { Limits } from './limits.client.ts';

/** The network's report of new chats, in a notification or an answer; null if it is none. */
export function cappingOf(given: unknown): HealthSignal | null {
  const newChats = readNewChats(given);
  if (newChats === null) return null;
  return { kind: 'capping', isActive: isLimited(newChats), until: null, detail: newChats.status, newChats };
}

interface AskOptions {
  sock: Pick<WASocket, 'fetchAccountReachoutTimelock' | 'fetchNewChatMessageCap'>;
  limits: Limits;
  onHealth(signal: HealthSignal): void;
}

/**
 * Asks for the limits of the account (docs/reference/wd.md#restrictions). The queries are undocumented: one that is refused
 * leaves what is known. The library reports the answer to the first as it reports notifications.
 */
export function makeAskLimits({ sock, limits, onHealth }: AskOptions) {
  return async (deadline: number): Promise<boolean> => {
    const [timelock, capping] = await Promise.allSettled([
      limits.within('The look-up of the time lock', sock.fetchAccountReachoutTimelock(), deadline),
      limits.within('The look-up of new chats', sock.fetchNewChatMessageCap(), deadline),
    ]);
    const signal = capping.status === 'fulfilled' ? cappingOf(capping.value) : null;
    if (signal) onHealth(signal);
    return timelock.status === 'fulfilled' || signal !== null;
  };
}
