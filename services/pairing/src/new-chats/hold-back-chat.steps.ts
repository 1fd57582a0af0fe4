import type { DeviceSendOutcome } from '@parley/common/contracts/internal/send-device-message';
import type { WdPace } from '@parley/common/contracts/operator/linked-devices';
import type { HeldBack } from '@parley/providers/sent/send-outcome';
import type { DeviceSocket } from '../devices/device-network.rules.ts';
import type { LinkedDevice } from '../devices/linked-device.rules.ts';
import { LeaseLost } from '../leases/device-lease.rules.ts';
import { type HeldDevice, openSocketOf } from '../leases/held-device.client.ts';
import { makeDeviceAuth } from '../leases/key.store.ts';
import { deviceMoves } from '../leases/route-to-holder.steps.ts';
import { isGroup } from '../received/read-person.client.ts';
import type { PairingService } from '../service.ts';
import { hasKnownChat } from './known-chat.store.ts';
import { findLock, newChatsPerDay } from './new-chat.rules.ts';
import { type ChatMemory, makeChatMemory } from './new-chat-pace.client.ts';

/** A message to a person, and the present state of the device that sends it. */
interface FirstMessage {
  device: LinkedDevice;
  to: string;
  /** Ms since the epoch. */
  deadline: number;
}

/**
 * Refuses a message that would begin a chat while the network lets the account begin none, or faster than the pace
 * (docs/reference/wd.md#pace-of-new-chats). Null: it may be sent.
 */
export async function holdBackChat(
  service: PairingService,
  held: HeldDevice,
  { device, to, deadline }: FirstMessage,
): Promise<DeviceSendOutcome | null> {
  const { known } = chatsOf(service, held);
  if (isGroup(to) || to === device.phone || known.has(to)) return null;
  const isKnown = await hasKnownChat(service.database, device, to);
  // Without a connection nothing is sent, so no chat is begun.
  const socket = isKnown ? null : await openSocketOf(held, deadline);
  if (isKnown || (await socket?.hasTokenOf(to))) known.set(to, true);
  else if (socket) return holdBackNew(service, held, { device, to, socket });
  return null;
}

/** Most devices only receive: the memory is made with the first send. */
function chatsOf({ rawDatabase, cipher, now }: PairingService, held: HeldDevice): ChatMemory {
  held.chats ??= makeChatMemory(makeDeviceAuth(rawDatabase, cipher, held.lease), () => now().getTime());
  return held.chats;
}

async function holdBackNew(
  service: PairingService,
  held: HeldDevice,
  { device, to, socket }: Pick<FirstMessage, 'device' | 'to'> & { socket: DeviceSocket },
): Promise<DeviceSendOutcome | null> {
  const now = service.now();
  const lock = findLock(held.standing, now);
  if (lock) return refuse('account_restricted', RESTRICTED, lock.retryAfterMs);
  if (paceOf(service, device) === 'off') return null;
  // A link that was moved in is older than its keys here.
  const linkedAt = device.state.isMovedIn ? null : socket.linkedAt();
  const perDay = newChatsPerDay(linkedAt, now.getTime());
  const retryAfterMs = await chatsOf(service, held)
    .pace.take(to, perDay)
    .catch((error: unknown) => {
      throw error instanceof LeaseLost ? deviceMoves() : error;
    });
  return retryAfterMs > 0 ? refuse('paced', PACED, retryAfterMs) : null;
}

/** An emulated network restricts no account. */
function paceOf({ environment }: Pick<PairingService, 'environment'>, { pace }: Pick<LinkedDevice, 'pace'>): WdPace {
  const { PARLEY_WD_PACE, PARLEY_WHATSAPP_WEB_ROOT_KEY: emulated } = environment;
  return pace ?? PARLEY_WD_PACE ?? (emulated === undefined ? 'gentle' : 'off');
}

const RESTRICTED =
  'WhatsApp restricts this account: it may answer people it has a chat with, but not write first to new ones.';
const PACED = 'This phone has begun as many new chats as is safe for now; people it has a chat with are not affected.';

const refuse = (code: HeldBack, message: string, retryAfterMs: number | null): DeviceSendOutcome => ({
  outcome: 'refused',
  status: null,
  code,
  message,
  safeToRetry: true,
  retryAfterMs,
});
