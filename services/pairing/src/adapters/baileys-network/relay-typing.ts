import { makeBackgroundCalls } from '@parley/runtime/background-calls';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { BinaryNode } from 'baileys';
import type { DeviceTyping } from '../../domain/device-network.ts';
import { addressOf, isGroup, lidOf, phoneOf, type ResolvePhone } from './read-person.ts';

/** The same state of the same person counts once in this time (docs/reference/events.md#contacttyping). */
const REPEAT_MS = 3000;
/** Limits of one device: notices beyond them are dropped. The first one is for {@link REPEAT_MS}. */
const MAX_RECENT = 100;
const LOOK_UPS = { concurrent: 2, waiting: 20 };

export interface RelayTypingOptions {
  resolve: ResolvePhone;
  /** Whether a key of the tenant asks for typing. */
  isWanted(): boolean;
  me(): { id: string; lid: string | null } | null;
  onTyping(typing: DeviceTyping): void;
  onFault(error: unknown): void;
}

function stateOf({ content }: BinaryNode): DeviceTyping['state'] | null {
  const [sign] = Array.isArray(content) ? content : [];
  if (sign?.tag === 'paused') return 'off';
  if (sign?.tag !== 'composing') return null;
  return sign.attrs.media === 'audio' ? 'recording' : 'typing';
}

/**
 * Passes on the typing indicators of people, without storing anything. While nobody asks for them a stanza costs one
 * comparison; a flood costs a bounded number of look-ups.
 */
export function makeRelayTyping({ resolve, isWanted, me, onTyping, onFault }: RelayTypingOptions) {
  const recent = makeBoundedMap<string, true>(MAX_RECENT, { keepMs: REPEAT_MS });
  const lookUps = makeBackgroundCalls(LOOK_UPS);

  async function nameOf(jid: string): Promise<string | null> {
    const lid = lidOf(jid);
    return phoneOf(jid) ?? (lid === null ? null : (phoneOf(await resolve(lid)) ?? lid));
  }

  async function report(person: string, group: string | null, state: DeviceTyping['state']): Promise<void> {
    try {
      const address = await nameOf(person);
      if (address !== null) onTyping({ person: address, group, state, at: new Date() });
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
    const account = me();
    if (state === null || person === undefined || address === null) return;
    if ([addressOf(account?.id), addressOf(account?.lid)].includes(address)) return;
    const name = JSON.stringify([group, address, state]);
    if (recent.has(name)) return;
    if (recent.size() >= MAX_RECENT) recent.dropExpired();
    if (recent.size() >= MAX_RECENT) return;
    recent.set(name, true);
    lookUps.run(() => report(person, group, state));
  };
}
