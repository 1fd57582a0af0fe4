import type { DeviceNetwork } from '../providers/linked-devices/device-network.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import type { PhoneChat } from './phone-chat.ts';

/** What an account did in a chat with a person, as the person's phone shows it. */
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

/** Older acts are ignored. */
const MAX_LOOKED_AT = 5000;

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
  for (const { entry } of all.since(Math.max(0, all.total() - MAX_LOOKED_AT), MAX_LOOKED_AT)) {
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
export function listActsByDevice({ state, describeContent }: DeviceNetwork, { account, person }: PhoneChat): ChatActs {
  const acts = noActs();
  const known = state.people.get(person);
  for (const { entry } of state.received.since(Math.max(0, state.received.total() - MAX_LOOKED_AT), MAX_LOOKED_AT)) {
    if (entry.from !== account || !known || (entry.to !== known.jid && entry.to !== known.lid)) continue;
    const { type, text, targetId } = describeContent(entry.content);
    if (targetId === null) continue;
    if (type === 'reaction') react(acts, targetId, text);
    if (type === 'edit') acts.texts.set(targetId, text);
    if (type === 'revoke') acts.texts.set(targetId, null);
  }
  for (const { entry } of state.inbound.since(Math.max(0, state.inbound.total() - MAX_LOOKED_AT), MAX_LOOKED_AT)) {
    const isRead = [...entry.copies.values()].some(({ receipts }) => receipts.includes('read'));
    if (entry.sender.number === person && entry.owner.number === account && isRead) acts.read.add(entry.id);
  }
  return acts;
}
