import type { BinaryNode, KeyPair, proto, SignedKeyPair } from 'baileys';
import { type BoundedRing, makeBoundedRing } from '../../../state/bounded-ring.ts';
import type { DeviceConnection } from '../wire/device-connection.ts';
import type { AccountLimits } from './account-limits.ts';
import type { GroupRules } from './group-rules.ts';
import type { NetworkSettings, ReceiptHabit } from './network-settings.ts';

/** A chat that a phone had before a device was linked to it. */
export interface OldChat {
  person: Person;
  messages: { id: string; text: string; isOwn: boolean; atS: number; quotedId: string | null }[];
}

/** The Signal state of a simulated person: an identity, and a session with every device in contact with it. */
export interface PersonKeys {
  readonly registrationId: number;
  readonly identity: KeyPair;
  readonly signedPreKey: SignedKeyPair;
  encrypt(device: Device, message: proto.IMessage): Promise<{ type: 'pkmsg' | 'msg'; ciphertext: Uint8Array }>;
  decrypt(device: Device, type: string, ciphertext: Uint8Array): Promise<proto.IMessage>;
  /** The message encrypted for all members of the group, and the key for those who do not have it yet. */
  encryptForGroup(
    group: string,
    ownLid: string,
    message: proto.IMessage,
  ): Promise<{ ciphertext: Uint8Array; keyMessage: proto.IMessage }>;
  decryptFromGroup(group: string, author: string, ciphertext: Uint8Array): Promise<proto.IMessage>;
  takeGroupKey(author: string, key: proto.Message.ISenderKeyDistributionMessage): Promise<void>;
  /** Deletes the session, so that the next message starts a new one. */
  forgetSession(device: Device): Promise<void>;
  save(): SavedKeys;
}

/** A person's keys and sessions, as they survive a restart. */
export interface SavedKeys {
  registrationId: number;
  identity: KeyPair;
  signedPreKey: SignedKeyPair;
  /** Sessions by their kind and id. */
  entries: [string, unknown][];
}

/** Whether others may add a person to groups. */
export const GROUP_ADDS = ['allowed', 'contacts_only', 'blocked', 'left_recently'] as const;
export type GroupAdds = (typeof GROUP_ADDS)[number];

/** A person with a phone on the network. */
export interface Person {
  number: string;
  /** `15550001@s.whatsapp.net` */
  jid: string;
  /** `915550001@lid` */
  lid: string;
  name: string;
  /** The addressing of this person's own messages. */
  addressing: 'pn' | 'lid';
  hideNumber: boolean;
  /** Whether the network requires a passkey to link a device: stock clients have none, and stay unlinked. */
  asksPasskey: boolean;
  /** null follows the settings. */
  receipts: ReceiptHabit | null;
  groupAdds: GroupAdds;
  profile: PersonProfile;
  devices: Map<number, Device>;
  nextDevice: number;
  /** Trusted-contact tokens that other people gave this account. */
  tokens: Map<Person, Buffer>;
  /** Limits that the network has put on the account. */
  limits?: AccountLimits;
  oldChats: Map<Person, OldChat>;
  /** Made on first use. */
  keys(): PersonKeys;
  /** The keys, if they were made. */
  savedKeys(): SavedKeys | null;
}

/** The self-description of a person, and the people whom they have blocked. */
export interface PersonProfile {
  /** Empty: none. */
  about: string;
  picture: { id: string; bytes: Buffer } | null;
  /** Whether other people may see neither. */
  isHidden: boolean;
  blocked: Set<Person>;
  /** Devices that asked for the picture: they are notified when it changes. */
  askedBy: Set<Device>;
  /** How often devices of other people asked for the picture. */
  asked: number;
}

/** A device's public keys as uploaded. */
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
  /** Whether a later login replaced this one. */
  isReplaced: boolean;
}

/** A stanza that is kept until the device confirms it; `build` encrypts as late as possible. */
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
  /** Whether it requested its stanzas after the login. */
  isActive: boolean;
  /** Whether it shows the account as online: only then it gets typing indicators. */
  isOnline: boolean;
  /** Whether the phone has sent it the history. */
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
  /** Returned when the device requests the state that all devices of the account share. */
  appState: AppStateBlob | null;
  /** Stanzas are sent one after another. */
  outbox: Promise<void>;
}

/** Replaces an account's settings and contacts: a part that is stored at `directPath`. */
export interface AppStateBlob {
  part: 'snapshot' | 'patch';
  directPath: string;
  /** How often the device requested it. */
  asked: number;
}

/** A group's description; its id changes with each text. */
export interface GroupDescription {
  id: string;
  text: string;
  by: Person;
  atS: number;
}

/** How a person asked to join a group. */
export type RequestMethod = 'invite_link' | 'non_admin_add';

/** A group chat. */
export interface Group {
  id: string;
  subject: string;
  description: GroupDescription | null;
  rules: GroupRules;
  inviteCode: string;
  /** Codes that no longer work. */
  revokedCodes: Set<string>;
  /** People who wait for an admin, since when in seconds. */
  requests: Map<Person, { atS: number; method: RequestMethod }>;
  /** The key with which its owner's device created it: a repeat returns this group. */
  createKey: string | null;
  /** The most members; null: as the settings say. */
  sizeLimit: number | null;
  addressing: 'pn' | 'lid';
  createdAtS: number;
  owner: Person;
  members: Map<Person, 'superadmin' | 'admin' | null>;
  /** By sender: devices that have the sender's key. */
  keyHolders: Map<Person, Set<Device>>;
}

/** A message that the network accepted from a device. */
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

/** A message that the network delivers to devices. */
export interface InboundMessage {
  id: string;
  sender: Person;
  chat: Person | Group;
  /** The person whose devices receive it. */
  owner: Person;
  message: proto.IMessage;
  type: string;
  addressing: 'pn' | 'lid';
  at: string;
  /** The stanza's time, if it is not the network's. */
  t: number | string | undefined;
  copies: Map<Device, DeliveredCopy>;
}

/** The delivery state of one inbound message at one device. */
export interface DeliveredCopy {
  deliveries: number;
  settled: 'receipt' | 'ack' | 'nack' | null;
  settledAt: string | null;
  receipts: string[];
  node: BinaryNode | null;
  /** The connection that requested it again and has not yet refused the earlier delivery. */
  askedAgain: DeviceConnection | null;
}

/** An action of a device other than a message: a typing indicator or a rejected call. */
export interface DeviceActed {
  device: string;
  to: string;
  act: 'typing' | 'reject_call';
  /** composing, recording or paused; the id of the call. */
  value: string;
  at: string;
}

/** The treatment of the next sends of devices. */
export interface SendFault {
  mode: 'nack' | 'no_ack' | 'drop_before' | 'drop_after' | 'retry';
  code: number;
  device: string | null;
  to: string | null;
  times: number;
}

/** The network's whole state. */
export interface NetworkState {
  settings: NetworkSettings;
  people: Map<string, Person>;
  peopleByLid: Map<string, Person>;
  devices: Map<string, Device>;
  groups: Map<string, Group>;
  received: BoundedRing<ReceivedMessage>;
  acts: BoundedRing<DeviceActed>;
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
    acts: makeBoundedRing({ maxEntries: MAX_MESSAGES }),
    receivedById: new Map(),
    inbound: makeBoundedRing({ maxEntries: MAX_MESSAGES }),
    inboundById: new Map(),
    sendFaults: [],
  };
}

/** Adds to a map that keeps only its newest entries. */
export function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.set(key, value);
  if (map.size <= MAX_MESSAGES) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
