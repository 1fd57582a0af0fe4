import { makeBoundedMap } from '@parley/runtime/bounded-map';
import { makeBackgroundCalls } from '@parley/runtime/turns/background-calls';
import type { BinaryNode, WASocket } from 'baileys';
import type { DeviceTyping } from '../devices/device-network.rules.ts';
import { addressOf, isGroup, isOwnAddress, type OwnJids, type ResolvePhone, readPerson } from './read-person.client.ts';

/** A state is reported once per person in this time (docs/reference/events.md#contacttyping). */
const REPEAT_MS = 3000;
/** Limits of one device: notices beyond them are dropped. The first one is for {@link REPEAT_MS}. */
const MAX_RECENT = 100;
/** One after the other, so that a person's `off` is not published before the `typing` that it ends. */
const LOOK_UPS = { concurrent: 1, waiting: 20 };

export interface RelayTypingOptions {
  resolve: ResolvePhone;
  /** Whether a key of the tenant subscribes to typing. */
  isWanted(): boolean;
  me(): OwnJids | null;
  onTyping(typing: DeviceTyping): void;
  onFault(error: unknown): void;
}

interface TypingPresenceOptions {
  sock: Pick<WASocket, 'sendPresenceUpdate'>;
  /** Whether the connection is open and the account has a name: the network shows no account without one. */
  canShow(): boolean;
}

/**
 * Reports the typing notices of people without storing them. Without a subscribed key a stanza costs one comparison; a
 * flood of stanzas costs a bounded number of look-ups.
 */
export function makeRelayTyping({ resolve, isWanted, me, onTyping, onFault }: RelayTypingOptions) {
  const recent = makeBoundedMap<string, true>(MAX_RECENT, { keepMs: REPEAT_MS });
  const lookUps = makeBackgroundCalls(LOOK_UPS);

  async function report(jid: string, group: string | null, state: DeviceTyping['state']): Promise<void> {
    try {
      const person = await readPerson(jid, null, null, resolve);
      if (person) onTyping({ person: person.address, group, state, at: new Date() });
    } catch (error) {
      onFault(error);
    }
  }

  return (node: BinaryNode): void => {
    if (!isWanted()) return;
    const { from, participant } = node.attrs;
    const state = stateOf(node);
    const group = from !== undefined && isGroup(from) ? from : null;
    const person = group === null ? from : participant;
    const address = addressOf(person);
    if (state === null || person === undefined || address === null) return;
    if (isOwnAddress(me(), address)) return;
    const name = JSON.stringify([group, address, state]);
    if (recent.has(name)) return;
    if (recent.size() >= MAX_RECENT) recent.dropExpired();
    if (recent.size() >= MAX_RECENT) return;
    recent.set(name, true);
    lookUps.run(() => report(person, group, state));
  };
}

/** Shows the account as online while typing notices are wanted (docs/reference/wd.md#typing). */
export function makeTypingPresence({ sock, canShow }: TypingPresenceOptions) {
  let isAttending = false;
  return {
    isAttending: (): boolean => isAttending,
    async attend(isWanted: boolean): Promise<void> {
      if (isWanted === isAttending || !canShow()) return;
      // Before the call: a notice may arrive before it resolves.
      isAttending = isWanted;
      try {
        await sock.sendPresenceUpdate(isWanted ? 'available' : 'unavailable');
      } catch (error) {
        isAttending = !isWanted;
        throw error;
      }
    },
  };
}

function stateOf({ content }: BinaryNode): DeviceTyping['state'] | null {
  const [sign] = Array.isArray(content) ? content : [];
  if (sign?.tag === 'paused') return 'off';
  if (sign?.tag !== 'composing') return null;
  return sign.attrs.media === 'audio' ? 'recording' : 'typing';
}
