import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { ATTACHMENT_TYPES } from '../../events.ts';
import { Instant } from '../../fields.ts';

/** Somebody on the network. `address` is what a send takes as `to` (`+` and digits), or `<digits>@lid` while the number is hidden. */
export const DevicePerson = z.object({
  address: z.string(),
  /** The other addresses of the same person. */
  aliases: z.array(z.string()),
  name: z.string().nullable(),
  /** `+` and digits. */
  phone: z.string().nullable(),
});
export type DevicePerson = z.infer<typeof DevicePerson>;

/** The group that a message belongs to: the group is the conversation (source §2.7). */
export const DeviceGroup = z.object({
  group_jid: z.string(),
  /** Who wrote, as `address` of a person. */
  participant: z.string(),
  participant_name: z.string().nullable(),
});
export type DeviceGroup = z.infer<typeof DeviceGroup>;

export const DeviceAttachment = z.object({
  type: z.enum(ATTACHMENT_TYPES),
  /** Opens the file by `open-device-media`; opaque and encrypted. */
  media: z.string().nullable(),
  mime_type: z.string().nullable(),
  filename: z.string().nullable(),
  size: z.number().nullable(),
  payload: z.record(z.string(), z.json()).nullable(),
});
export type DeviceAttachment = z.infer<typeof DeviceAttachment>;

const base = { provider_message_id: z.string(), at: Instant };

/** One thing that a linked device heard. */
export const DeviceItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('message'),
    ...base,
    from: DevicePerson,
    group: DeviceGroup.nullable(),
    text: z.string(),
    attachments: z.array(DeviceAttachment),
    reply_to_provider_id: z.string().nullable(),
  }),
  /** Typed on the linked handset, or on another device of the same account: origin `phone`. */
  z.object({
    kind: z.literal('echo'),
    ...base,
    to: DevicePerson,
    group: DeviceGroup.nullable(),
    text: z.string(),
    attachments: z.array(DeviceAttachment),
  }),
  z.object({
    kind: z.literal('receipt'),
    ...base,
    status: z.enum(['sent', 'delivered', 'read', 'failed']),
    error: z
      .object({
        code: z.string(),
        message: z.string(),
        provider_code: z.union([z.number(), z.string()]).nullable(),
      })
      .nullable(),
    /** Our own id, when the message is a send of ours: settles one whose answer was lost. */
    message_id: z.string().nullable(),
    /** In groups: whose receipt it is. */
    participant: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('reaction'),
    /** Of the message reacted to. */
    ...base,
    from: DevicePerson,
    group: DeviceGroup.nullable(),
    emoji: z.string().nullable(),
    action: z.enum(['added', 'removed']),
  }),
  /** Who did it has to be who wrote the message: nobody else checks. */
  z.object({ kind: z.literal('edited'), ...base, from: DevicePerson, group: DeviceGroup.nullable(), text: z.string() }),
  z.object({
    kind: z.literal('revoked'),
    ...base,
    from: DevicePerson,
    group: DeviceGroup.nullable(),
    /** Whether they are an admin of the group, as the network has it: an admin takes back what others wrote there. */
    by_admin: z.boolean().optional(),
  }),
]);
export type DeviceItem = z.infer<typeof DeviceItem>;

/**
 * What a linked device heard, in the order in which it did. Answered only after everything is committed; the same item
 * may be handed over again and must not be told twice.
 */
export const storeDeviceItems = defineInternal({
  service: 'inbound',
  name: 'store-device-items',
  input: z.object({
    tenant_id: z.int(),
    /** Id of the wd connection, as in `channels`. */
    external_id: z.string(),
    items: z.array(DeviceItem).min(1).max(500),
  }),
  output: z.object({ stored: z.int() }),
  errors: [],
  deadlineMs: 15_000,
});
