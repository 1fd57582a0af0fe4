import { randomBytes } from 'node:crypto';
import type { BinaryNode, proto } from 'baileys';
import {
  type DeliveredCopy,
  type Device,
  type Group,
  type InboundMessage,
  type NetworkState,
  type Person,
  remember,
} from '../state/network-state.ts';
import { isGroup } from '../state/people.ts';
import { pendingKey, queueStanza } from './deliver-stanza.ts';
import { stanza } from './stanza.ts';

/** Members of the chat; a person who has blocked the sender gets nothing. */
function ownersOf(chat: Person | Group, sender: Person): Person[] {
  if (isGroup(chat)) return [...chat.members.keys()];
  return chat.profile.blocked.has(sender) ? [sender] : [...new Set([chat, sender])];
}

/** A message that a person writes. */
export interface WrittenMessage {
  sender: Person;
  chat: Person | Group;
  message: proto.IMessage;
  /** The stanza's type: text, media, reaction, poll. */
  type: string;
  id?: string | undefined;
  addressing?: 'pn' | 'lid' | undefined;
  /** Replaces the network's own time. */
  t?: number | string | undefined;
}

/**
 * Writes as a person: every linked device of the chat's members gets the message, the sender's own devices as written
 * on the phone.
 */
export function makeWriteMessage(deps: { state: NetworkState; now: () => number }) {
  const { state } = deps;

  function deliver(inbound: InboundMessage, device: Device, copy: DeliveredCopy) {
    queueStanza(device, pendingKey({ class: 'message', id: inbound.id }), {
      node: copy.node,
      async build() {
        copy.node = await buildStanza(inbound, device);
        return copy.node;
      },
    });
    copy.deliveries++;
  }

  return {
    /** Returns the message's id and the devices that receive it. */
    write(written: WrittenMessage): { id: string; devices: string[] } {
      const { sender, chat, message, type } = written;
      const id = written.id ?? `3A${randomBytes(9).toString('hex').toUpperCase()}`;
      const fallback = isGroup(chat) ? chat.addressing : sender.addressing;
      const owners = ownersOf(chat, sender);
      const devices: string[] = [];
      for (const owner of owners) {
        const linked = [...owner.devices.values()].filter((device) => device.state === 'paired');
        if (linked.length === 0) continue;
        const at = new Date(deps.now()).toISOString();
        const addressing = written.addressing ?? fallback;
        const { t } = written;
        const inbound: InboundMessage = {
          id,
          sender,
          chat,
          owner,
          message,
          type,
          addressing,
          at,
          t,
          copies: new Map(),
        };
        state.inbound.push(inbound);
        remember(state.inboundById, `${owner.number} ${id}`, inbound);
        for (const device of linked) {
          const copy = { deliveries: 0, settled: null, settledAt: null, receipts: [], node: null, askedAgain: null };
          inbound.copies.set(device, copy);
          deliver(inbound, device, copy);
          devices.push(device.id);
        }
      }
      return { id, devices };
    },

    /** Redelivers a message under its id: the same ciphertext, or newly encrypted. */
    redeliver(id: string, options: { device?: string | undefined; isFresh: boolean }): string[] {
      const again: string[] = [];
      for (const inbound of state.inboundById.values()) {
        if (inbound.id !== id) continue;
        for (const [device, copy] of inbound.copies) {
          if (device.state !== 'paired' || (options.device !== undefined && device.id !== options.device)) continue;
          if (options.isFresh) copy.node = null;
          deliver(inbound, device, copy);
          again.push(device.id);
        }
      }
      return again;
    },

    /** Starts a new session with a device that could not decrypt a message, and redelivers it. */
    async retry(device: Device, id: string): Promise<void> {
      const inbound = state.inboundById.get(`${device.owner.number} ${id}`);
      const copy = inbound?.copies.get(device);
      if (!inbound || !copy) return;
      await inbound.sender.keys().forgetSession(device);
      if (isGroup(inbound.chat)) inbound.chat.keyHolders.get(inbound.sender)?.delete(device);
      copy.node = null;
      copy.askedAgain = device.connection;
      deliver(inbound, device, copy);
    },
  };

  async function buildStanza(inbound: InboundMessage, device: Device): Promise<BinaryNode> {
    const { id, type, sender, chat, t = Math.floor(deps.now() / 1000) } = inbound;
    const attrs = { id, type, t, notify: sender.name };
    if (isGroup(chat)) {
      const { addressing } = inbound;
      const participant = addressing === 'lid' ? sender.lid : sender.jid;
      const alias = addressing === 'lid' ? { participant_pn: sender.jid } : { participant_lid: sender.lid };
      const content = await sealForGroup(inbound, chat, device);
      return stanza(
        'message',
        { from: chat.id, participant, addressing_mode: addressing, ...alias, ...attrs },
        content,
      );
    }
    const isOwn = inbound.owner === sender;
    const content = isOwn
      ? { deviceSentMessage: { destinationJid: chat.jid, message: inbound.message } }
      : inbound.message;
    const sealed = await sender.keys().encrypt(device, content);
    const enc = stanza('enc', { v: 2, type: sealed.type }, sealed.ciphertext);
    return stanza('message', { ...addressOf(inbound, chat, isOwn), ...attrs }, [enc]);
  }
}

function addressOf({ sender, addressing }: InboundMessage, chat: Person, isOwn: boolean) {
  if (isOwn && addressing === 'lid') return { from: sender.lid, recipient: chat.lid, peer_recipient_pn: chat.jid };
  if (isOwn) return { from: sender.jid, recipient: chat.jid, peer_recipient_lid: chat.lid };
  if (sender.hideNumber) return { from: sender.lid, addressing_mode: 'lid' };
  if (addressing === 'lid') return { from: sender.lid, sender_pn: sender.jid, addressing_mode: 'lid' };
  return { from: sender.jid, sender_lid: sender.lid };
}

async function sealForGroup({ sender, message }: InboundMessage, group: Group, device: Device): Promise<BinaryNode[]> {
  const author = group.addressing === 'lid' ? sender.lid : sender.jid;
  const { ciphertext, keyMessage } = await sender.keys().encryptForGroup(group.id, author, message);
  const content = [stanza('enc', { v: 2, type: 'skmsg' }, ciphertext)];
  const holders = group.keyHolders.get(sender) ?? new Set();
  group.keyHolders.set(sender, holders);
  if (holders.has(device)) return content;
  holders.add(device);
  const sealedKey = await sender.keys().encrypt(device, keyMessage);
  return [stanza('enc', { v: 2, type: sealedKey.type }, sealedKey.ciphertext), ...content];
}
