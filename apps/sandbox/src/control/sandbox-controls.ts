import { z } from 'zod';
import type { CallbackOutcome } from '../callbacks/callback-sender.ts';
import { Fault } from '../faults/define-fault.ts';
import type { ShownPage } from '../providers/graph/control/page-controls.ts';
import type { BusinessAccount } from '../providers/graph/state/business-account.ts';
import type { AcceptedSend, AccountAct } from '../state/accepted-send.ts';
import { defineControl, nothing } from './define-control.ts';

const Times = z.int().min(1).max(100).default(1);
const Channel = z.enum(['wa', 'tg', 'fb', 'ig', 'tt']);
const Since = z.coerce.number<number>().int().min(0).default(0);

/** The sends that the providers accepted, and which of them arrived more than once. */
export interface AcceptedSends {
  count: number;
  total: number;
  sends: (AcceptedSend & { seq: number })[];
  distinct: { callback_data: number; to_and_text: number };
  duplicates: { callback_data: Record<string, number>; to_and_text: Record<string, number> };
}

/** The sandbox as a whole: what its providers accepted, its settings, faults and files. */
export const SANDBOX_CONTROLS = {
  state: defineControl({
    method: 'GET',
    path: '/state',
    output: (answer: {
      accounts: { wa: Omit<BusinessAccount, 'token'>[]; fb: ShownPage[] };
      pending: { callbacks: number };
    }) => answer,
  }),
  /** Restores the state of a fresh sandbox. */
  reset: defineControl({ method: 'POST', path: '/reset', output: nothing }),
  /** Removes accounts of WhatsApp, Telegram, Facebook and Instagram, with everything that is remembered of them. */
  forget: defineControl({
    method: 'POST',
    path: '/forget',
    input: z.object({
      accounts: z.array(z.string()).max(100),
      receivers: z.array(z.string()).max(100).default([]),
      files: z.array(z.string()).max(1000).default([]),
    }),
    output: nothing,
  }),
  /** The sends and replies that the providers accepted. */
  calls: defineControl({
    method: 'GET',
    path: '/sent',
    input: z.object({
      channel: Channel.optional(),
      account: z.string().optional(),
      to: z.string().optional(),
      since: Since,
      limit: z.coerce.number<number>().int().min(0).max(50_000).default(1000),
    }),
    output: (sends: AcceptedSends) => sends,
  }),
  /** Actions of accounts other than sends, oldest first: reactions, edits, deletions, read marks, typing indicators, rejected calls. */
  acts: defineControl({
    method: 'GET',
    path: '/acts',
    input: z.object({
      channel: Channel.optional(),
      account: z.string().optional(),
      to: z.string().optional(),
      target: z.string().optional(),
      since: Since,
    }),
    output: ({ acts }: { acts: (AccountAct & { seq: number })[] }) => acts,
  }),
  changeSettings: defineControl({
    method: 'PUT',
    path: '/settings',
    input: z.object({
      receipts: z.enum(['off', 'sent', 'delivered', 'all']).optional(),
      receipt_delay_ms: z.int().min(0).max(3_600_000).optional(),
      receipt_order: z.enum(['forward', 'reversed']).optional(),
      window: z.enum(['enforced', 'off']).optional(),
      auto_reply: z.union([z.enum(['off', 'echo']), z.object({ text: z.string().min(1) })]).optional(),
      echoes: z.enum(['after', 'before', 'off']).optional(),
      fetch_attachments: z.boolean().optional(),
      callback_origin: z.string().url().nullable().optional(),
    }),
    output: nothing,
  }),
  /** Makes the next matching requests fail; returns the fault's id. */
  failNext: defineControl({ method: 'POST', path: '/faults', input: Fault, output: ({ id }: { id: string }) => id }),
  /** Faults that have hits left. */
  armedFaults: defineControl({
    method: 'GET',
    path: '/faults',
    output: ({ faults }: { faults: { id: string; remaining: number }[] }) => faults,
  }),
  clearFaults: defineControl({ method: 'DELETE', path: '/faults', output: nothing }),
  removeFault: defineControl({
    method: 'DELETE',
    path: '/faults/:id',
    output: ({ deleted }: { deleted: boolean }) => deleted,
  }),
  /** Stores a file for use in messages; returns its id. */
  storeMedia: defineControl({
    method: 'POST',
    path: '/media',
    bodyLimit: 64 * 1024 * 1024,
    input: z.object({
      base64: z.string(),
      mime_type: z.string().default('application/octet-stream'),
      filename: z.string().nullable().default(null),
      size: z.int().min(0).optional(),
    }),
    output: ({ id }: { id: string }) => id,
  }),
};

const RawWebhook = z.object({
  provider: z.enum(['wa', 'tg', 'fb', 'ig']).default('wa'),
  /** tg: bot id; wa: account whose override address is used. */
  account: z.string().optional(),
  /** A string is sent byte for byte, any other value in the provider's encoding. */
  body: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]),
  signature: z.enum(['valid', 'forged', 'none']).default('valid'),
  headers: z.record(z.string(), z.string()).default({}),
  times: Times,
});
/** A webhook that the caller composes. */
export type RawWebhook = z.output<typeof RawWebhook>;

/** Webhooks that the caller composes: any body, any signature, any receipt, and Meta's address check. */
export const WEBHOOK_CONTROLS = {
  /** Posts any webhook of Meta or Telegram, with any signature. */
  postWebhook: defineControl({
    method: 'POST',
    path: '/webhooks/raw',
    input: RawWebhook,
    output: ({ callbacks }: { callbacks: CallbackOutcome[] }) => callbacks,
  }),
  /** Checks Meta's address as Meta does; returns the status of the answer. */
  verifyAddress: defineControl({
    method: 'POST',
    path: '/webhooks/verify',
    output: ({ status }: { ok: boolean; status: number }) => status,
  }),
  /** Posts a WhatsApp status. */
  postStatus: defineControl({
    method: 'POST',
    path: '/statuses',
    input: z.object({
      account: z.string().optional(),
      provider_message_id: z.string(),
      status: z.enum(['sent', 'delivered', 'read', 'played', 'failed', 'deleted', 'warning']),
      to: z.string().default('16505551234'),
      at: z.iso.datetime({ offset: true }).optional(),
      code: z.int().optional(),
      callback_data: z.string().optional(),
      /** A copy for an app in standby, about a message that another app sent. */
      standby: z.boolean().default(false),
      times: Times,
    }),
    output: nothing,
  }),
};
