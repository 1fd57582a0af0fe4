import type { DeviceNetwork } from '../providers/linked-devices/device-network.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import { deviceMessagesTo, MAX_LOOKED_AT } from './device-messages.ts';
import type { PhoneChat } from './phone-chat.ts';

/** An account's actions in a chat, as the person's phone shows them. */
export interface ChatActs {
  /** The account's emoji by message. */
  reactions: Map<string, string>;
  /** The new text by message; null: deleted. */
  texts: Map<string, string | null>;
  /** Messages of the person that the account marked as read one by one. */
  read: Set<string>;
  /** Everything until then was marked as read; null: nothing. */
  readUntilMs: number | null;
}

export const noActs = (): ChatActs => ({ reactions: new Map(), texts: new Map(), read: new Set(), readUntilMs: null });

function react(acts: ChatActs, target: string, emoji: string | null): void {
  if (emoji === null || emoji === '') acts.reactions.delete(target);
  else acts.reactions.set(target, emoji);
}

/** `own` are the person's messages: on wa a read mark names one of them instead of the person. */
export function listActs(
  { acts: all }: SandboxState,
  { channel, account, person }: PhoneChat,
  own: ReadonlySet<string>,
): ChatActs {
  const acts = noActs();
  for (const { entry } of all.newest(MAX_LOOKED_AT)) {
    const { to, target, act, value, at } = entry;
    const isHere = to === null ? own.has(target ?? '') : to === person;
    if (entry.channel !== channel || entry.account !== account || !isHere) continue;
    if (act === 'read') acts.readUntilMs = Date.parse(at);
    if (target === null) continue;
    if (act === 'react') react(acts, target, value);
    if (act === 'edit' || act === 'delete') acts.texts.set(target, value);
  }
  return acts;
}

/** The same from the messages of linked devices, and from their receipts. */
export function listActsByDevice(network: DeviceNetwork, chat: PhoneChat): ChatActs {
  const acts = noActs();
  for (const { entry } of deviceMessagesTo(network, chat)) {
    const { type, text, targetId } = network.describeContent(entry.content);
    if (targetId === null) continue;
    if (type === 'reaction') react(acts, targetId, text);
    if (type === 'edit') acts.texts.set(targetId, text);
    if (type === 'revoke') acts.texts.set(targetId, null);
  }
  for (const { entry } of network.state.inbound.newest(MAX_LOOKED_AT)) {
    const isRead = [...entry.copies.values()].some(({ receipts }) => receipts.includes('read'));
    if (entry.sender.number === chat.person && entry.owner.number === chat.account && isRead) acts.read.add(entry.id);
  }
  return acts;
}
