import type { DeviceAct } from '@parley/common/contracts/internal/act-on-device-message';
import type {
  DeviceGroupAct,
  DeviceGroupOutcome,
  DeviceGroupSummary,
} from '@parley/common/contracts/internal/manage-device-group';
import type { DeviceProfileAct, DeviceProfileOutcome } from '@parley/common/contracts/internal/manage-device-profile';
import type { QuotedDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import type { DeviceItem, OldDeviceMessage } from '@parley/common/contracts/internal/store-device-items';
import type { FileKind, TypingState } from '@parley/common/messages/capabilities';
import type { RichContent } from '@parley/common/messages/message-content';
import type { NewChats } from '../health/quota.rules.ts';
import type { CloseReason } from '../leases/close-reason.rules.ts';
import type { DeviceProxy } from '../proxies/proxy.rules.ts';

/** One stored value of a client; null deletes it. */
export interface KeyChange {
  type: string;
  id: string;
  value: string | null;
}

/** A client's state between its sockets: credentials, Signal keys and sessions, messages that are not forwarded yet. */
export interface DeviceAuth {
  get(type: string, ids: readonly string[]): Promise<Map<string, string>>;
  list(type: string): Promise<Map<string, string>>;
  /** All or nothing; durable when it resolves. Throws LeaseLost. */
  set(changes: readonly KeyChange[]): Promise<void>;
}

/** Received items; `settle` is called once they are stored: until then they are repeated after every new connection. */
export interface InboundBatch {
  items: DeviceItem[];
  settle(): Promise<void>;
}

/** The most messages that one link imports. */
export const MAX_IMPORTED = 20_000;

/** The import of a phone's history (docs/reference/wd.md#history). */
export interface HistoryImport {
  /** Older messages are skipped. */
  days: number;
  /** Stores messages, newest first; durable when it resolves. Repeats have no effect. Throws LeaseLost. */
  store(messages: readonly OldDeviceMessage[]): Promise<void>;
}

/** A received element that cannot be stored because of its content. */
export interface SetAside {
  /** device: an item that could not be stored. stanza: a message that could not be read or forwarded. */
  source: 'device' | 'stanza';
  kind: string;
  /** Without any content. */
  reason: string;
  /** JSON. */
  payload: string;
}

/** Stores it in the quarantine; durable when it resolves. */
export type Quarantine = (elements: readonly SetAside[]) => Promise<void>;

/** The network's message about limits on an account. */
export interface HealthSignal {
  /** reachout_timelock: may not write to people who did not write first. capping: only a few new chats are left. */
  kind: 'reachout_timelock' | 'capping';
  isActive: boolean;
  until: Date | null;
  /** The network's word for the limit. */
  detail: string | null;
  /** capping: the quota, where the network reports it. */
  newChats?: NewChats | null;
}

/** A person started or stopped typing or recording; it is neither stored nor retried. */
export interface DeviceTyping {
  /** Address of the person. */
  person: string;
  /** The group that they type in, or null. */
  group: string | null;
  state: TypingState;
  at: Date;
}

/** Listener of one socket; no call follows `onClosed`. */
export interface DeviceListener {
  /** A text to show as QR, valid until then. */
  onQr(text: string, expiresAt: Date): void;
  /** A phone linked the device; the network will ask for a restart. */
  onPaired(phone: string): void;
  onOpen(phone: string | null): void;
  /** `proxyError`: the device's proxy opened no connection. */
  onClosed(reason: CloseReason, proxyError?: Error): void;
  onHeard(batch: InboundBatch): void;
  onHealth(signal: HealthSignal): void;
  onTyping(typing: DeviceTyping): void;
  /** A received element could not be read; it is retried after the next connection. */
  onFault(error: unknown): void;
}

/** A file to send. */
export interface DeviceFile {
  type: FileKind;
  bytes: AsyncIterable<Uint8Array>;
  filename: string | null;
  mimeType: string;
}

/** One part of a message, under an id that is chosen before it is sent. */
export interface DeviceOutbound {
  id: string;
  /** `+` and digits, a group id, or a person's hidden id. */
  to: string;
  text: string;
  file: DeviceFile | null;
  /** Location, contacts or poll. */
  rich?: RichContent | undefined;
  quoted?: QuotedDeviceMessage | undefined;
  /** Members of a group that the text mentions: `+` and digits. */
  mentions?: readonly string[] | undefined;
}

/** The outcome of a send. */
export type DeviceSent =
  | { kind: 'accepted' }
  | { kind: 'refused'; status: number | null; code: string | number | null; message: string; isTransient: boolean }
  | { kind: 'unknown'; message: string };

/** The outcome of an act. `paced`: numbers were looked up too recently. */
export type DeviceActed =
  | { kind: 'done' }
  | { kind: 'checked'; checks: { number: string; exists: boolean; to: string | null }[] }
  | { kind: 'paced'; retryAfterMs: number }
  | Exclude<DeviceSent, { kind: 'accepted' }>;

/** Reads groups at the network. */
export interface GroupReader {
  all(): Promise<DeviceGroupSummary[]>;
  /** Null: the device is not in it. */
  one(id: string): Promise<DeviceGroupSummary | null>;
}

/** The groups of a device, across its connections. */
export interface GroupList {
  /** The network reported a change of the group, or this device made one. */
  changed(id: string): void;
  /** The groups by their ids, or the wait while they are unknown. Throws errors of the reader. */
  read(reader: GroupReader): Promise<DeviceGroupSummary[] | { retryAfterMs: number }>;
}

/** One connection of a device: single use. */
export interface DeviceSocket {
  /** A code to type on the phone with this number (digits): `ABCDEFGH`. Only while a QR is shown. */
  requestPairingCode(digits: string): Promise<string>;
  /** Resolves when the network has accepted or refused it, or at `deadline` (ms since the epoch). Never throws. */
  send(message: DeviceOutbound, deadline: number): Promise<DeviceSent>;
  /** Performs an act by `deadline` (ms since the epoch). Never throws. */
  act(act: DeviceAct, deadline: number): Promise<DeviceActed>;
  /** Acts on groups by `deadline` (ms since the epoch). Never throws. */
  manageGroup(act: DeviceGroupAct, deadline: number): Promise<DeviceGroupOutcome>;
  /** When the phone was linked; null: unknown. */
  linkedAt(): Date | null;
  /** Whether this person has given the account a token: they have a chat. */
  hasTokenOf(to: string): Promise<boolean>;
  /** Acts on the profile and the block list by `deadline` (ms since the epoch). Never throws. */
  manageProfile(act: DeviceProfileAct, deadline: number): Promise<DeviceProfileOutcome>;
  /**
   * Shows the account as online, so that the network reports typing, or as offline. Does nothing while the name that the
   * network would show is unknown.
   */
  attendTyping(isWanted: boolean): Promise<void>;
  /**
   * Asks the network for the limits of the account by `deadline` (ms since the epoch); its answers are health signals.
   * False if it answered neither question.
   */
  askLimits(deadline: number): Promise<boolean>;
  /** Logs the device out at the network, within a time limit. */
  logOut(): Promise<void>;
  /** Closes the connection now; resolves when all its work has ended. `onClosed` is not called. */
  close(): Promise<void>;
}

export interface OpenSocket {
  auth: DeviceAuth;
  listener: DeviceListener;
  /** The content of a sent message, by its network id, as `keepSent` stored it. */
  findSent(id: string): Promise<string | null>;
  /** Stores the content before it is sent. */
  keepSent(id: string, content: string): Promise<void>;
  quarantine: Quarantine;
  /** The groups of the device, across its connections. */
  groupList: GroupList;
  now(): Date;
  /** Null: the history is not imported. */
  history: HistoryImport | null;
  /** Everything goes through it; null: there is none. */
  proxy: DeviceProxy | null;
}

/** A file that is open for reading. */
export interface OpenedFile {
  body: AsyncIterable<Uint8Array>;
  mimeType: string | null;
  close(): void;
}

/** A file at the network. */
export interface NetworkFile extends OpenedFile {
  size: number | null;
}
