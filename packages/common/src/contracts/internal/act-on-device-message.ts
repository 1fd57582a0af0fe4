import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { BUS_LIST_MAX, BusText } from '../../fields.ts';
import { TYPING_STATES } from '../../messages/capabilities.ts';

/** A message at the network. */
const DeviceMessage = z.object({
  /** The chat, in the form of a send's `to`. */
  chat: BusText,
  /** The network's id. */
  id: BusText,
  /** Whether the account wrote it. */
  isOwn: z.boolean(),
  /** In a group: the address of its author, if it is not the account. */
  author: BusText.nullable(),
});
export type DeviceMessage = z.infer<typeof DeviceMessage>;

export const DeviceAct = z.discriminatedUnion('type', [
  /** Null removes the reaction. */
  z.object({ type: z.literal('react'), message: DeviceMessage, emoji: BusText.nullable() }),
  z.object({ type: z.literal('edit'), message: DeviceMessage, text: BusText }),
  z.object({ type: z.literal('delete'), message: DeviceMessage }),
  z.object({ type: z.literal('mark_read'), message: DeviceMessage }),
  z.object({ type: z.literal('typing'), chat: BusText, state: z.enum(TYPING_STATES) }),
  z.object({ type: z.literal('check_numbers'), numbers: z.array(BusText).max(BUS_LIST_MAX) }),
  z.object({ type: z.literal('reject_call'), callId: BusText }),
]);
export type DeviceAct = z.infer<typeof DeviceAct>;

export const DeviceActOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('done') }),
  z.object({
    outcome: z.literal('checked'),
    checks: z.array(z.object({ number: z.string(), exists: z.boolean(), to: z.string().nullable() })),
  }),
  /** Numbers were looked up too recently. */
  z.object({ outcome: z.literal('paced'), retryAfterMs: z.int() }),
  z.object({
    outcome: z.literal('refused'),
    /** Null when the network was not reached: nothing was done. */
    status: z.int().nullable(),
    code: z.union([z.string(), z.int()]).nullable(),
    message: z.string(),
    safeToRetry: z.boolean(),
    retryAfterMs: z.int().nullable(),
  }),
  z.object({ outcome: z.literal('unknown'), code: z.string().nullable(), message: z.string() }),
]);
export type DeviceActOutcome = z.infer<typeof DeviceActOutcome>;

/**
 * Acts from a linked device: on a message, in a chat, or by a lookup. Any worker accepts the call and forwards it to
 * the worker that holds the device's lease. An act may be repeated.
 */
export const actOnDeviceMessage = defineInternal({
  service: 'pairing',
  name: 'act-on-device-message',
  input: z.object({
    tenantId: z.int(),
    /** Id of the wd connection, as in `channels`. */
    externalId: BusText,
    act: DeviceAct,
  }),
  output: DeviceActOutcome,
  errors: ['not_connected', 'provider_timeout'],
  deadlineMs: 25_000,
  directed: true,
});
