import { z } from 'zod';
import { defineControl, nothing } from '../../../control/define-control.ts';
import { FORGERIES } from '../state/forgery.ts';
import type { DeviceActed } from '../state/network-state.ts';
import { Serve } from '../wire/serve-file.ts';

const Since = z.coerce.number<number>().int().min(0).default(0);
const MessageQuery = z.object({
  device: z.string().optional(),
  to: z.string().optional(),
  since: Since,
  limit: z.coerce.number<number>().int().min(1).max(50_000).default(1000),
});

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

/** A stanza: any, valid or not. */
export interface RawStanza {
  tag: string;
  attrs: Record<string, string>;
  content?: RawStanza[] | undefined;
}
const RawStanza: z.ZodType<RawStanza, RawStanza> = z.lazy(() =>
  z.object({
    tag: z.string().min(1),
    attrs: z.record(z.string(), z.string()),
    content: z.array(RawStanza).optional(),
  }),
);

/** How the media server responds for a stored file. */
export type MediaServing = z.input<typeof Serve>;

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

/** Linked devices as the network sees them, their messages, and the network's behaviour. */
export const DEVICE_CONTROLS = {
  devices: defineControl({
    method: 'GET',
    path: '/devices',
    output: (answer: {
      devices: ShownDevice[];
      totals: { devices: number; sockets: number; max_concurrent: number; replaced: number };
    }) => answer,
  }),
  device: defineControl({
    method: 'GET',
    path: '/devices/:id',
    output: ({ device }: { device: ShownDevice }) => device,
  }),
  /** Messages that the network accepted from devices, oldest first. */
  taken: defineControl({
    method: 'GET',
    path: '/devices/messages',
    input: MessageQuery,
    output: ({ messages }: { count: number; messages: TakenMessage[] }) => messages,
  }),
  /** Messages that the network delivers to devices, oldest first. */
  carried: defineControl({
    method: 'GET',
    path: '/devices/inbound',
    input: MessageQuery,
    output: ({ messages }: { count: number; messages: CarriedMessage[] }) => messages,
  }),
  /** Redelivers a message: the same bytes, or with `fresh` newly encrypted. */
  redeliver: defineControl({
    method: 'POST',
    path: '/devices/messages/:id/redeliver',
    input: z.object({ device: z.string().optional(), fresh: z.boolean().default(false) }),
    output: nothing,
  }),
  /** Typing indicators of devices, and calls that they rejected, oldest first. */
  acts: defineControl({
    method: 'GET',
    path: '/devices/acts',
    input: z.object({ device: z.string().optional(), since: Since }),
    fields: ['device'],
    output: ({ acts }: { acts: (DeviceActed & { seq: number })[] }) => acts,
  }),
  /** Sends any stanza to a device and keeps it until it is acknowledged. */
  sendStanza: defineControl({
    method: 'POST',
    path: '/devices/:id/stanzas',
    bodyLimit: 64 * 1024 * 1024,
    input: RawStanza,
    output: nothing,
  }),
  /**
   * Stores a file where phones store theirs, and sets how it is served; a message of type `raw` may claim anything about
   * it.
   */
  storeMedia: defineControl({
    method: 'POST',
    path: '/devices/media',
    input: z.object({
      type: z.enum(['image', 'video', 'audio', 'voice', 'document', 'sticker']),
      base64: z.string(),
      mime_type: z.string().optional(),
      serve: Serve.optional(),
    }),
    output: ({ file }: { file: StoredMedia }) => file,
  }),
  mediaAuthority: defineControl({
    method: 'GET',
    path: '/devices/media-ca',
    output: (authority: { ca: string; origin: string }) => authority,
  }),
  settings: defineControl({
    method: 'GET',
    path: '/devices/settings',
    output: ({ settings }: { settings: object }) => settings,
  }),
  changeSettings: defineControl({
    method: 'PUT',
    path: '/devices/settings',
    input: z.object({
      receipts: z.enum(['off', 'delivered', 'read']).optional(),
      receipt_delay_ms: z.int().min(0).max(600_000).optional(),
      receipt_order: z.enum(['forward', 'reversed']).optional(),
      unknown_numbers: z.enum(['missing', 'exist']).optional(),
      initial_pre_keys: z.enum(['few', 'full']).optional(),
      refs: z.int().min(1).max(20).optional(),
      auto_reply: z.union([z.enum(['off', 'echo']), z.object({ text: z.string() })]).optional(),
      device_limit: z.int().min(0).max(1000).optional(),
      pairing_codes: z.enum(['given', 'refused', 'after_errors']).optional(),
      history: z.enum(['off', 'one_chat']).optional(),
      forgery: z.enum(['none', ...FORGERIES]).optional(),
      tokens: z.enum(['required', 'ignored']).optional(),
      history_form: z.enum(['inline', 'file']).optional(),
      history_parts: z.int().min(1).max(20).optional(),
      group_size: z.int().min(1).max(2048).optional(),
      group_queries: z.enum(['answered', 'overlimit', 'unanswered']).optional(),
      profile_queries: z.enum(['answered', 'overlimit', 'refused', 'unanswered']).optional(),
    }),
    output: nothing,
  }),
  /** Forgets all phones, devices and messages. */
  reset: defineControl({ method: 'POST', path: '/devices/reset', output: nothing }),
};

/** Faults of devices and of their network: ends sockets, refuses logins, cuts the network, makes sends fail. */
export const DEVICE_FAULT_CONTROLS = {
  /** Ends the device's socket as the server does. */
  close: defineControl({
    method: 'POST',
    path: '/devices/:id/close',
    input: z.object({ code: z.literal([401, 403, 408, 411, 428, 440, 500, 503, 515]) }),
    fields: ['code'],
    output: nothing,
  }),
  /** Resets the device's socket. */
  drop: defineControl({ method: 'POST', path: '/devices/:id/drop', output: nothing }),
  /** Keeps the device's socket open, but sends nothing more on it. */
  freeze: defineControl({
    method: 'POST',
    path: '/devices/:id/freeze',
    input: z.object({ mode: z.enum(['silent', 'hard']).default('silent') }),
    fields: ['mode'],
    output: nothing,
  }),
  refuseLogins: defineControl({
    method: 'POST',
    path: '/devices/:id/login-answer',
    input: z.object({ code: z.int().min(400).max(599), times: z.int().min(0).max(1000).default(1) }),
    output: nothing,
  }),
  /** Puts a limit on the account of the device, or lifts it. */
  limit: defineControl({
    method: 'POST',
    path: '/devices/:id/limit',
    input: z.object({
      kind: z.enum(['reachout_timelock', 'capping']),
      active: z.boolean().default(true),
      seconds: z.int().min(1).default(3600),
      type: z.string().max(100).default('WEB_COMPANION_ONLY').describe('Of a reachout_timelock'),
      status: z.string().max(100).optional().describe('Of a capping; left out: CAPPED, or NONE if it is not active'),
      total: z.int().min(-1).default(-1).describe('New chats that a capping leaves in its cycle; -1: no number'),
      used: z.int().min(0).default(0),
      announced: z.boolean().default(true).describe('Whether the device is notified, or has to ask'),
    }),
    output: nothing,
  }),
  changeAppState: defineControl({
    method: 'POST',
    path: '/devices/:id/app-state',
    input: z.object({ part: z.enum(['snapshot', 'patch']), direct_path: z.string() }),
    fields: ['part', 'direct_path'],
    output: nothing,
  }),
  /** Drops every socket and refuses new ones for `ms`; 0 ends a cut. */
  cut: defineControl({
    method: 'POST',
    path: '/devices/cut',
    input: z.object({
      ms: z.int().min(0).max(3_600_000),
      mode: z.enum(['reset', 'hang', '503', 'garbage']).default('reset'),
    }),
    fields: ['ms', 'mode'],
    output: nothing,
  }),
  failNextSends: defineControl({
    method: 'POST',
    path: '/devices/send-faults',
    input: z.object({
      mode: z.enum(['nack', 'no_ack', 'drop_before', 'drop_after', 'retry']),
      code: z.int().default(479),
      device: z.string().nullable().default(null),
      to: z.string().nullable().default(null),
      times: z.int().min(1).default(1),
    }),
    output: nothing,
  }),
  clearSendFaults: defineControl({ method: 'DELETE', path: '/devices/send-faults', output: nothing }),
  /** Refuses the next uploads of devices. */
  failUploads: defineControl({
    method: 'POST',
    path: '/devices/upload-faults',
    input: z.object({ times: z.int().min(0).max(1000).default(1), status: z.int().min(300).max(599) }),
    output: nothing,
  }),
};
