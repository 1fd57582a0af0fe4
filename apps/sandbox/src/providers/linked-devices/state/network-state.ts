import type { BinaryNode, KeyPair, proto, SignedKeyPair } from 'baileys';
import { type BoundedRing, makeBoundedRing } from '../../../state/bounded-ring.ts';
import type { ReceiptOrder } from '../../../state/receipt-order.ts';
import type { DeviceConnection } from '../wire/device-connection.ts';
import type { Forgery } from './forgery.ts';

/** Which receipts a person's phone sends by itself. */
export type ReceiptHabit = 'off' | 'delivered' | 'read';

/** How the emulated network behaves; changed by `PUT /sandbox/devices/settings`. */
export interface NetworkSettings {
  receipts: ReceiptHabit;
  receiptDelayMs: number;
  receiptOrder: ReceiptOrder;
  /** Whether a number that nobody created is on the network. */
  unknownNumbers: 'missing' | 'exist';
  /** `few` makes new devices upload 5 keys, `full` all 812. */
  initialPreKeys: 'few' | 'full';
  /** QR references offered to one unpaired client. */
  refs: number;
  autoReply: 'off' | 'echo' | { text: string };
  deviceLimit: number;
  /** Whether the phone of a newly linked device sends it an old chat. */
  history: 'off' | 'one_chat';
  forgery: Forgery | 'none';
}

/** The Signal side of a simulated person: an identity, and a session with every device that it wrote to or heard from. */
export interface PersonKeys {
  readonly registrationId: number;
  readonly identity: KeyPair;
  readonly signedPreKey: SignedKeyPair;
  encrypt(device: Device, message: proto.IMessage): Promise<{ type: 'pkmsg' | 'msg'; ciphertext: Uint8Array }>;
  decrypt(device: Device, type: string, ciphertext: Uint8Array): Promise<proto.IMessage>;
  /** The message as all members of the group can read it, and the key to hand to those who do not have it yet. */
  encryptForGroup(
    group: string,
    ownLid: string,
    message: proto.IMessage,
  ): Promise<{ ciphertext: Uint8Array; keyMessage: proto.IMessage }>;
  decryptFromGroup(group: string, author: string, ciphertext: Uint8Array): Promise<proto.IMessage>;
  takeGroupKey(author: string, key: proto.Message.ISenderKeyDistributionMessage): Promise<void>;
  /** Forgets the session, so that the next message begins a new one. */
  forgetSession(device: Device): Promise<void>;
}

/** Somebody with a phone on the network. */
export interface Person {
  number: string;
  /** `15550001@s.whatsapp.net` */
  jid: string;
  /** `915550001@lid` */
  lid: string;
  name: string;
  /** How this person's own messages are addressed. */
  addressing: 'pn' | 'lid';
  hideNumber: boolean;
  /** Whether the network asks for a passkey where a device is linked: stock clients have none, and stay unlinked. */
  asksPasskey: boolean;
  /** null follows the settings. */
  receipts: ReceiptHabit | null;
  devices: Map<number, Device>;
  nextDevice: number;
  keys(): PersonKeys;
}

/** A device's public keys as it uploaded them. */
export interface DeviceKeys {
  registrationId: number;
  identity: Buffer;
  signed: { id: number; key: Buffer; signature: Buffer };
  oneTime: { id: number; key: Buffer }[];
}

/** One login of a device. */
export interface Login {
  at: string;
  socket: number;
  closedAt: string | null;
  /** Whether a later login threw this one out. */
  isReplaced: boolean;
}

/** A stanza that stays until the device confirmed it; `build` encrypts as late as possible. */
export interface PendingStanza {
  node: BinaryNode | null;
  build(): Promise<BinaryNode>;
}

/** A linked device. */
export interface Device {
  /** `15550001:1` */
  id: string;
  index: number;
  owner: Person;
  jid: string;
  lid: string;
  noiseKey: Buffer;
  platform: string;
  state: 'pairing' | 'paired' | 'removed';
  keys: DeviceKeys | null;
  /** The socket that is logged in. */
  connection: DeviceConnection | null;
  /** Whether it asked for its stanzas after the login. */
  isActive: boolean;
  /** Whether the phone sent it the history. */
  hasHistory: boolean;
  /** Logged-in sockets that are not closed yet. */
  sockets: Set<DeviceConnection>;
  maxConcurrent: number;
  replaced: number;
  refusedLogins: number;
  logins: Login[];
  /** Failure codes for the next logins. */
  loginAnswers: number[];
  pending: Map<string, PendingStanza>;
  /** Given when the device asks for the state that all devices of the account share. */
  appState: AppStateBlob | null;
  /** Stanzas leave one after the other. */
  outbox: Promise<void>;
}

/** Stands in for an account's settings and contacts: a part that is stored at `directPath`. */
export interface AppStateBlob {
  part: 'snapshot' | 'patch';
  directPath: string;
  /** How often the device asked for it. */
  asked: number;
}

/** A group chat. */
export interface Group {
  id: string;
  subject: string;
  addressing: 'pn' | 'lid';
  createdAtS: number;
  owner: Person;
  members: Map<Person, 'superadmin' | 'admin' | null>;
  /** By sender: devices that hold the sender's key. */
  keyHolders: Map<Person, Set<Device>>;
}

/** A message that the network took from a device. */
export interface ReceivedMessage {
  id: string;
  device: string;
  from: string;
  to: string;
  content: proto.IMessage | null;
  times: number;
  retries: number;
  at: string;
  lastAt: string;
}

/** A message that the network carries to devices. */
export interface InboundMessage {
  id: string;
  sender: Person;
  chat: Person | Group;
  /** The person whose devices get it. */
  owner: Person;
  message: proto.IMessage;
  type: string;
  addressing: 'pn' | 'lid';
  at: string;
  /** The stanza's time, where it is not that of the network. */
  t: number | string | undefined;
  copies: Map<Device, DeliveredCopy>;
}

/** How far one device is with an inbound message. */
export interface DeliveredCopy {
  deliveries: number;
  settled: 'receipt' | 'ack' | 'nack' | null;
  settledAt: string | null;
  receipts: string[];
  node: BinaryNode | null;
  /** The connection that asked for it again and has not refused yet what it was given before. */
  askedAgain: DeviceConnection | null;
}

/** What happens to the next sends of devices. */
export interface SendFault {
  mode: 'nack' | 'no_ack' | 'drop_before' | 'drop_after' | 'retry';
  code: number;
  device: string | null;
  to: string | null;
  times: number;
}

/** Everything the network remembers. */
export interface NetworkState {
  settings: NetworkSettings;
  people: Map<string, Person>;
  peopleByLid: Map<string, Person>;
  devices: Map<string, Device>;
  groups: Map<string, Group>;
  received: BoundedRing<ReceivedMessage>;
  receivedById: Map<string, ReceivedMessage>;
  inbound: BoundedRing<InboundMessage>;
  inboundById: Map<string, InboundMessage>;
  sendFaults: SendFault[];
}

const MAX_MESSAGES = 50_000;

/** Makes an empty network. */
export function makeNetworkState(settings: NetworkSettings): NetworkState {
  return {
    settings: { ...settings },
    people: new Map(),
    peopleByLid: new Map(),
    devices: new Map(),
    groups: new Map(),
    received: makeBoundedRing({ maxEntries: MAX_MESSAGES }),
    receivedById: new Map(),
    inbound: makeBoundedRing({ maxEntries: MAX_MESSAGES }),
    inboundById: new Map(),
    sendFaults: [],
  };
}

/** Adds to a map that keeps its newest entries only. */
export function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.set(key, value);
  if (map.size <= MAX_MESSAGES) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
