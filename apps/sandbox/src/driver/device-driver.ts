import type { z } from 'zod';
import type { DeviceCall, DeviceTypingInput } from '../providers/linked-devices/control/act-routes.ts';
import type { OldChatInput } from '../providers/linked-devices/control/chat-routes.ts';
import type { NetworkSettingsChange } from '../providers/linked-devices/control/device-routes.ts';
import type { CloseCode, CutMode } from '../providers/linked-devices/control/disturb-network.ts';
import type { SendFaultInput } from '../providers/linked-devices/control/fault-routes.ts';
import type { GroupInput, ParticipantChange, SubjectChange } from '../providers/linked-devices/control/group-routes.ts';
import type { MediaInput, UploadFault } from '../providers/linked-devices/control/media-routes.ts';
import type { MessageInput } from '../providers/linked-devices/control/message-input.ts';
import type { PhoneInput, ReceiptInput } from '../providers/linked-devices/control/phone-routes.ts';
import type { RawStanza } from '../providers/linked-devices/control/stanza-routes.ts';
import type { DeviceActed } from '../providers/linked-devices/state/network-state.ts';
import { type CallControl, queryOf } from './call-control.ts';

/** A message of a person with a phone, and its chat. */
export type DeviceMessage = z.input<typeof MessageInput>;

type WithoutChat<Message> = Message extends unknown ? Omit<Message, 'to'> : never;
/** The content of a message, without its chat. */
export type DeviceContent = WithoutChat<DeviceMessage>;

/** A person with a phone, as the network shows it. */
export interface ShownPhone {
  number: string;
  jid: string;
  lid: string;
  name: string;
  /** Ids of the devices that are linked. */
  devices: string[];
}

/** A linked device, as the network sees it. */
export interface ShownDevice {
  id: string;
  number: string;
  jid: string;
  lid: string;
  platform: string;
  state: 'pairing' | 'paired' | 'removed';
  /** Sockets that are logged in. */
  connected: number;
  is_active: boolean;
  /** Whether it shows the account as online. */
  is_online: boolean;
  max_concurrent: number;
  /** How often a later login replaced an earlier one. */
  replaced: number;
  refused_logins: number;
  logins: { at: string; closed_at: string | null; socket: number; replaced: boolean }[];
  pre_keys: number;
  pending: number;
  /** Whether the phone has sent it its history, if the settings let it. */
  history_sent: boolean;
  app_state_asked: number;
}

/** A message that the network accepted from a device. */
export interface TakenMessage {
  seq: number;
  id: string;
  device: string;
  from: string;
  to: string;
  type: string;
  text: string | null;
  target_id: string | null;
  mime_type: string | null;
  filename: string | null;
  times: number;
  retries: number;
  at: string;
  last_at: string;
  /** The decrypted protobuf message as JSON; each content is below its name. */
  proto: Record<string, unknown>;
}

/** A message on its way to one device. */
export interface CarriedMessage {
  seq: number;
  id: string;
  device: string;
  from: string;
  to: string;
  type: string;
  at: string;
  deliveries: number;
  settled: 'receipt' | 'ack' | 'nack' | null;
  settled_at: string | null;
  receipts: string[];
}

/** A group chat, as the network shows it. */
export interface ShownGroup {
  id: string;
  subject: string;
  participants: { number: string; lid: string; role: 'superadmin' | 'admin' | null }[];
}

/** How the media server responds for a stored file. */
export type MediaServing = NonNullable<z.input<typeof MediaInput>['serve']>;

/** The fields that refer to a stored file in a message; binary ones are base64. */
export type StoredMedia = {
  url: string;
  directPath: string;
  mediaKey: string;
  mediaKeyTimestamp: number;
  fileSha256: string;
  fileEncSha256: string;
  fileLength: number;
  mimetype: string | null;
};

interface MessageFilter {
  device?: string;
  to?: string;
  since?: number;
  limit?: number;
}

/** The linked-device network: people with phones, their groups, and faults of devices. */
export interface DeviceDriver {
  /** Creates or changes a person with a phone. */
  putPhone(phone: z.input<typeof PhoneInput>): Promise<ShownPhone>;
  /** The phone scans a QR text and approves. */
  scan(number: string, qr: string): Promise<ShownDevice>;
  /** The phone types a pairing code and approves. */
  enterCode(number: string, code: string): Promise<ShownDevice>;
  /** The phone removes one linked device, or all; returns their ids. */
  logOut(number: string, device?: string): Promise<string[]>;
  /** The person writes; returns the message's id and the devices that receive it. */
  writes(number: string, message: DeviceMessage): Promise<{ id: string; devices: string[] }>;
  /** The person confirms messages by hand. */
  confirms(number: string, receipt: z.input<typeof ReceiptInput>): Promise<void>;
  makeGroup(group: z.input<typeof GroupInput>): Promise<ShownGroup>;
  changeGroup(id: string, change: z.input<typeof ParticipantChange>): Promise<ShownGroup>;
  devices(): Promise<{ devices: ShownDevice[]; totals: { devices: number; sockets: number; replaced: number } }>;
  device(id: string): Promise<ShownDevice>;
  /** Messages that the network accepted from devices, oldest first. */
  taken(filter?: MessageFilter): Promise<TakenMessage[]>;
  /** Typing indicators of devices, and calls that they rejected, oldest first. */
  acts(device: string): Promise<(DeviceActed & { seq: number })[]>;
  /** A person calls: every device of the account rings; `signal` sends a later signal of the call. */
  calls(
    from: string,
    to: string,
    callId: string,
    signal?: Omit<z.input<typeof DeviceCall>, 'from' | 'to' | 'call_id'>,
  ): Promise<void>;
  /** The person types; returns the number of devices that show it. */
  types(number: string, typing: z.input<typeof DeviceTypingInput>): Promise<number>;
  renameGroup(id: string, change: z.input<typeof SubjectChange>): Promise<ShownGroup>;
  /** Adds a chat from before a device was linked; returns the ids of its messages. */
  putOldChat(number: string, chat: z.input<typeof OldChatInput>): Promise<string[]>;
  /** The person gives an account a trusted-contact token. */
  trusts(number: string, to: string): Promise<void>;
  /** Sends any stanza to a device, valid or not. */
  sendStanza(device: string, stanza: RawStanza): Promise<void>;
  /** The decrypted file of an accepted message. */
  mediaOf(seq: number): Promise<Buffer>;
  /** Messages that the network delivers to devices, oldest first. */
  carried(filter?: MessageFilter): Promise<CarriedMessage[]>;
  /** Redelivers a message: the same bytes, or with `fresh` newly encrypted. */
  redeliver(id: string, options?: { device?: string; fresh?: boolean }): Promise<void>;
  /** Ends the device's socket as the server does. */
  close(device: string, code: CloseCode): Promise<void>;
  /** Resets the device's socket. */
  drop(device: string): Promise<void>;
  /** Keeps the device's socket open, but sends nothing more on it. */
  freeze(device: string, mode: 'silent' | 'hard'): Promise<void>;
  refuseLogins(device: string, refusal: { code: number; times?: number }): Promise<void>;
  /** Notifies the device of a limit on its account. */
  limit(
    device: string,
    limit: { kind: 'reachout_timelock' | 'capping'; active?: boolean; seconds?: number },
  ): Promise<void>;
  changeAppState(device: string, part: 'snapshot' | 'patch', directPath: string): Promise<void>;
  /** Drops every socket and refuses new ones for `ms`; 0 ends a cut. */
  cut(ms: number, mode?: CutMode): Promise<void>;
  failNextSends(fault: z.input<typeof SendFaultInput>): Promise<void>;
  clearSendFaults(): Promise<void>;
  storeMedia(file: z.input<typeof MediaInput>): Promise<StoredMedia>;
  failUploads(fault: z.input<typeof UploadFault>): Promise<void>;
  changeSettings(change: z.input<typeof NetworkSettingsChange>): Promise<void>;
  /** Forgets all phones, devices and messages. */
  reset(): Promise<void>;
}

/** Makes the driver of linked devices; `url` is the sandbox's. */
export function makeDeviceDriver(callSandbox: CallControl, url: string): DeviceDriver {
  const call: CallControl = (method, path, body) => callSandbox(method, `/devices${path}`, body);
  const act = async (path: string, body: object): Promise<void> => {
    await call('POST', path, body);
  };
  const phone = (number: string): string => `/phones/${number}`;
  return {
    putPhone: async (given) => (await call<{ phone: ShownPhone }>('POST', '/phones', given)).phone,
    scan: async (number, qr) => (await call<{ device: ShownDevice }>('POST', `${phone(number)}/scan`, { qr })).device,
    enterCode: async (number, code) =>
      (await call<{ device: ShownDevice }>('POST', `${phone(number)}/pairing-code`, { code })).device,
    logOut: async (number, device) =>
      (await call<{ removed: string[] }>('POST', `${phone(number)}/logout`, device === undefined ? {} : { device }))
        .removed,
    writes: (number, message) => call('POST', `${phone(number)}/messages`, message),
    confirms: (number, receipt) => act(`${phone(number)}/receipts`, receipt),
    makeGroup: async (group) => (await call<{ group: ShownGroup }>('POST', '/groups', group)).group,
    changeGroup: async (id, change) =>
      (await call<{ group: ShownGroup }>('POST', `/groups/${id}/participants`, change)).group,
    devices: () => call('GET', ''),
    device: async (id) => (await call<{ device: ShownDevice }>('GET', `/${id}`)).device,
    taken: async (filter = {}) =>
      (await call<{ messages: TakenMessage[] }>('GET', `/messages${queryOf(filter)}`)).messages,
    acts: async (device) =>
      (await call<{ acts: (DeviceActed & { seq: number })[] }>('GET', `/acts${queryOf({ device })}`)).acts,
    calls: (from, to, callId, signal = {}) => act('/calls', { from, to, call_id: callId, ...signal }),
    types: async (number, typing) =>
      (await call<{ devices: number }>('POST', `${phone(number)}/typing`, typing)).devices,
    renameGroup: async (id, change) =>
      (await call<{ group: ShownGroup }>('POST', `/groups/${id}/subject`, change)).group,
    putOldChat: async (number, chat) =>
      (await call<{ message_ids: string[] }>('POST', `${phone(number)}/chats`, chat)).message_ids,
    trusts: (number, to) => act(`${phone(number)}/tokens`, { to }),
    sendStanza: (device, stanza) => act(`/${device}/stanzas`, stanza),
    async mediaOf(seq) {
      const answer = await fetch(`${url}/sandbox/devices/messages/${seq}/media`);
      if (!answer.ok) throw new Error(`Message ${seq} has no file: ${await answer.text()}`);
      return Buffer.from(await answer.arrayBuffer());
    },
    carried: async (filter = {}) =>
      (await call<{ messages: CarriedMessage[] }>('GET', `/inbound${queryOf(filter)}`)).messages,
    redeliver: (id, options = {}) => act(`/messages/${id}/redeliver`, options),
    close: (device, code) => act(`/${device}/close`, { code }),
    drop: (device) => act(`/${device}/drop`, {}),
    freeze: (device, mode) => act(`/${device}/freeze`, { mode }),
    refuseLogins: (device, refusal) => act(`/${device}/login-answer`, refusal),
    limit: (device, limit) => act(`/${device}/limit`, limit),
    changeAppState: (device, part, directPath) => act(`/${device}/app-state`, { part, direct_path: directPath }),
    cut: (ms, mode = 'reset') => act('/cut', { ms, mode }),
    failNextSends: (fault) => act('/send-faults', fault),
    async clearSendFaults() {
      await call('DELETE', '/send-faults');
    },
    storeMedia: async (file) => (await call<{ file: StoredMedia }>('POST', '/media', file)).file,
    failUploads: (fault) => act('/upload-faults', fault),
    async changeSettings(change) {
      await call('PUT', '/settings', change);
    },
    reset: () => act('/reset', {}),
  };
}
