import type { Device, Group, Person } from '../state/network-state.ts';
import { isGroup } from '../state/people.ts';
import { stanza } from './stanza.ts';

export type TypingSign = 'typing' | 'recording' | 'off';

/** Shows that a person types to the devices of the chat's other members that are online; nothing is kept. */
export function showTyping(writer: Person, chat: Person | Group, sign: TypingSign): number {
  const isLid = isGroup(chat) ? chat.addressing === 'lid' : writer.addressing === 'lid';
  const author = isLid ? writer.lid : writer.jid;
  const attrs = isGroup(chat) ? { from: chat.id, participant: author } : { from: author };
  const tag = sign === 'off' ? 'paused' : 'composing';
  const node = stanza('chatstate', attrs, [stanza(tag, sign === 'recording' ? { media: 'audio' } : {})]);
  const people = isGroup(chat) ? [...chat.members.keys()].filter((person) => person !== writer) : [chat];
  const online = people.flatMap(({ devices }) => [...devices.values()]).filter(({ isOnline }) => isOnline);
  for (const device of online) device.connection?.send(node);
  return online.length;
}

/** The device shows the account as online or offline. */
export function takePresence(device: Device, type: string | undefined): void {
  if (type === 'available' || type === 'unavailable') device.isOnline = type === 'available';
}
