import type { BinaryNode, proto } from 'baileys';
import {
  type Device,
  type Group,
  type NetworkState,
  type Person,
  remember,
  type SendFault,
} from '../state/network-state.ts';
import { findPerson, isGroup } from '../state/people.ts';
import { personBundle } from './answer-key-queries.ts';
import { queueNode } from './deliver-stanza.ts';
import type { DeviceConnection } from './device-connection.ts';
import { bigEndian, bytesOf, part, partBytes, parts, splitJid, stanza } from './stanza.ts';

const NO_SUCH_RECIPIENT = 404;
const NO_TOKEN = 463;

export interface ReceiveMessageDeps {
  state: NetworkState;
  now: () => number;
  /** Sends the receipts, and the automatic reply if the settings enable it. */
  onTaken(taken: {
    device: Device;
    chat: Person | Group;
    to: string;
    id: string;
    content: proto.IMessage | null;
  }): void;
}

/**
 * Accepts messages from devices: de-duplicates by id, decrypts as the recipient, and passes them on to other linked
 * devices (docs/reference/wd.md#messages-and-receipts).
 */
export function makeReceiveMessage({ state, now, onTaken }: ReceiveMessageDeps) {
  return async (connection: DeviceConnection, device: Device, node: BinaryNode): Promise<void> => {
    const { id = '', to = '' } = node.attrs;
    const ack = (error?: number) =>
      connection.send(stanza('ack', { class: 'message', id, from: to, t: Math.floor(now() / 1000), error }));
    if (node.attrs.category === 'peer') return ack();
    const chat = to.endsWith('@g.us') ? state.groups.get(to) : findPerson(state, to);
    if (!chat || (isGroup(chat) && !chat.members.has(device.owner))) return ack(NO_SUCH_RECIPIENT);
    const fault = takeFault(state, device, to);
    if (fault?.mode === 'nack') return ack(fault.code);
    if (fault?.mode === 'drop_before') return connection.drop();

    const at = new Date(now()).toISOString();
    const key = `${device.owner.number} ${id}`;
    const known = state.receivedById.get(key);
    const isAwaited = known !== undefined && known.retries > 0 && known.content === null;
    if (known) Object.assign(known, { times: known.times + 1, lastAt: at });
    if (known && !isAwaited) return ack();
    if (!known && !isGroup(chat) && lacksToken(state, device, chat, node)) return ack(NO_TOKEN);
    const entry = known ?? {
      id,
      device: device.id,
      from: device.owner.number,
      to,
      content: null,
      times: 1,
      retries: 0,
      at,
      lastAt: at,
    };
    if (!known) {
      state.received.push(entry);
      remember(state.receivedById, key, entry);
    }
    const content = fault?.mode === 'retry' ? null : await readAs(device, chat, node).catch(() => null);
    entry.content = content;
    if (fault?.mode === 'drop_after') connection.drop();
    else if (fault?.mode !== 'no_ack') ack();
    if (!known) forward(device, chat, node, now());
    if (content !== null) return onTaken({ device, chat, to, id, content });
    entry.retries++;
    askAgain(connection, chat, device, node, entry.retries, now());
  };
}

/** A message to a person who gave the account a trusted-contact token must carry that token. */
function lacksToken(state: NetworkState, { owner }: Device, chat: Person, node: BinaryNode): boolean {
  const token = owner.tokens.get(chat);
  return state.settings.tokens === 'required' && token !== undefined && !partBytes(node, 'tctoken')?.equals(token);
}

function takeFault(state: NetworkState, device: Device, to: string): SendFault | undefined {
  const user = splitJid(to).user;
  const fault = state.sendFaults.find(
    (candidate) =>
      (candidate.device === null || candidate.device === device.id) &&
      (candidate.to === null || candidate.to === user || candidate.to === to),
  );
  if (fault && --fault.times === 0) state.sendFaults.splice(state.sendFaults.indexOf(fault), 1);
  return fault;
}

/** Decrypts the message as its recipient, or in a group as the first other member. */
async function readAs(device: Device, chat: Person | Group, node: BinaryNode): Promise<proto.IMessage | null> {
  const copies = parts(part(node, 'participants'));
  if (!isGroup(chat)) {
    const enc = part(copies.find(isFor(chat)) ?? node, 'enc');
    const ciphertext = bytesOf(enc);
    return enc && ciphertext ? chat.keys().decrypt(device, enc.attrs.type ?? '', ciphertext) : null;
  }
  const author = chat.addressing === 'lid' ? device.lid : device.jid;
  const others = [...chat.members.keys()].filter((member) => member !== device.owner);
  for (const member of others) {
    const enc = part(copies.find(isFor(member)), 'enc');
    const ciphertext = bytesOf(enc);
    if (!enc || !ciphertext) continue;
    const message = await member.keys().decrypt(device, enc.attrs.type ?? '', ciphertext);
    if (message.senderKeyDistributionMessage)
      await member.keys().takeGroupKey(author, message.senderKeyDistributionMessage);
  }
  const sealed = bytesOf(parts(node).find(({ tag, attrs }) => tag === 'enc' && attrs.type === 'skmsg'));
  const [reader] = others;
  return reader && sealed ? reader.keys().decryptFromGroup(chat.id, author, sealed) : null;
}

function isFor(person: Person) {
  return ({ attrs: { jid = '' } }: BinaryNode) => {
    const { user, device } = splitJid(jid);
    return device === 0 && (user === person.number || `${user}@lid` === person.lid);
  };
}

/** Forwards the copies for other linked devices, of the recipients and of the sender, unchanged. */
function forward(device: Device, chat: Person | Group, node: BinaryNode, nowMs: number) {
  const owners = isGroup(chat) ? [...chat.members.keys()] : [chat, device.owner];
  const copies = parts(part(node, 'participants'));
  const sealed = parts(node).filter(({ tag }) => tag === 'enc');
  for (const owner of new Set(owners)) {
    for (const other of owner.devices.values()) {
      if (other === device || other.state !== 'paired') continue;
      const copy = copies.find(({ attrs: { jid } }) => jid === other.jid || jid === other.lid);
      const content = [...parts(copy), ...(isGroup(chat) ? sealed : [])];
      if (content.length === 0) continue;
      const { id = '', type, to = '' } = node.attrs;
      const attrs = { id, type, t: Math.floor(nowMs / 1000), notify: device.owner.name };
      queueNode(other, stanza('message', { ...forwardAddress(device, other, chat, to), ...attrs }, content));
    }
  }
}

function forwardAddress(device: Device, other: Device, chat: Person | Group, to: string) {
  const isLid = isGroup(chat) ? chat.addressing === 'lid' : to.endsWith('@lid');
  const from = isLid ? device.lid : device.jid;
  const alias = isLid ? device.owner.jid : device.owner.lid;
  if (isGroup(chat))
    return {
      from: chat.id,
      participant: from,
      addressing_mode: chat.addressing,
      ...(isLid ? { participant_pn: alias } : { participant_lid: alias }),
    };
  if (other.owner === device.owner) return { from, recipient: to };
  return { from, ...(isLid ? { sender_pn: alias, addressing_mode: 'lid' } : { sender_lid: alias }) };
}

/** Requests a message again that the recipient could not read, with the keys of a new session. */
function askAgain(
  connection: DeviceConnection,
  chat: Person | Group,
  device: Device,
  node: BinaryNode,
  count: number,
  nowMs: number,
) {
  const { id, to = '' } = node.attrs;
  const asking = isGroup(chat) ? [...chat.members.keys()].find((member) => member !== device.owner) : chat;
  if (!asking || count > 3) return;
  const t = Math.floor(nowMs / 1000);
  const bundle = parts(personBundle(asking, to)).filter(({ tag }) => tag !== 'registration');
  const participant = isGroup(chat) ? (chat.addressing === 'lid' ? asking.lid : asking.jid) : undefined;
  connection.send(
    stanza('receipt', { from: to, participant, id, t, type: 'retry' }, [
      stanza('retry', { count, id, t, v: 1 }),
      stanza('registration', {}, bigEndian(asking.keys().registrationId, 4)),
      stanza('keys', {}, bundle),
    ]),
  );
}
