import type { Device, Group, Person } from '../state/network-state.ts';
import { isGroup } from '../state/people.ts';
import { stanza } from './stanza.ts';

export type TypingState = 'typing' | 'recording' | 'off';

/**
 * Sends a typing indicator to the online devices of the chat's other members. It is not queued. Returns the number of
 * devices.
 */
export function showTyping(writer: Person, chat: Person | Group, state: TypingState): number {
  const isLid = isGroup(chat) ? chat.addressing === 'lid' : writer.addressing === 'lid';
  const author = isLid ? writer.lid : writer.jid;
  const attrs = isGroup(chat) ? { from: chat.id, participant: author } : { from: author };
  const tag = state === 'off' ? 'paused' : 'composing';
  const node = stanza('chatstate', attrs, [stanza(tag, state === 'recording' ? { media: 'audio' } : {})]);
  const people = isGroup(chat) ? [...chat.members.keys()].filter((person) => person !== writer) : [chat];
  const online = people.flatMap(({ devices }) => [...devices.values()]).filter(({ isOnline }) => isOnline);
  for (const device of online) device.connection?.send(node);
  return online.length;
}

/** The device shows the account as online or offline. */
export function takePresence(device: Device, type: string | undefined): void {
  if (type === 'available' || type === 'unavailable') device.isOnline = type === 'available';
}
