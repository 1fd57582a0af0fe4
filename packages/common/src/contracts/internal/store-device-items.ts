import { z } from 'zod';
import { asWritten } from '../../casing/camel.ts';
import { defineInternal } from '../../define-contract.ts';
import { CALL_STATES, GROUP_MEMBERS_MAX, GROUP_REQUEST_STATES } from '../../events/opt-in-events.ts';
import { ATTACHMENT_TYPES, Interactive } from '../../events.ts';
import { BusText, Instant } from '../../fields.ts';
import { RECEIVED_FIELDS } from '../../messages/received-content.ts';
import { jsonObject } from '../../text/storable.ts';

/** Limits for content from strangers, in UTF-16 units or parts; `domain/tidy-device-item.ts` of services/pairing enforces them. */
export const DEVICE_LIMITS = {
  id: 255,
  name: 255,
  text: 65_536,
  filename: 1024,
  mimeType: 255,
  emoji: 64,
  media: 16_384,
  aliases: 10,
  attachments: 100,
  members: GROUP_MEMBERS_MAX,
  /** Own fields of an attachment, or of a form. */
  payloadMembers: 1000,
  /** Values inside, at every depth. */
  payloadValues: 10_000,
} as const;
const Id = z.string().max(DEVICE_LIMITS.id);
const Name = z.string().max(DEVICE_LIMITS.name).nullable();
const Text = z.string().max(DEVICE_LIMITS.text);
const DevicePayload = jsonObject(DEVICE_LIMITS.payloadMembers, DEVICE_LIMITS.payloadValues);

/**
 * A person on the network. `address` is the `to` of a send (`+` and digits), or `<digits>@lid` while the number is
 * hidden.
 */
export const DevicePerson = z.object({
  address: Id,
  /** The other addresses of the same person. */
  aliases: z.array(Id).max(DEVICE_LIMITS.aliases),
  name: Name,
  /** `+` and digits. */
  phone: Id.nullable(),
});
export type DevicePerson = z.infer<typeof DevicePerson>;

/** The group that a message belongs to: the group is the conversation (docs/reference/events.md#groups). */
export const DeviceGroup = z.object({
  groupJid: Id,
  /** The author, as `address` of a person. */
  participant: Id,
  participantName: Name,
});
export type DeviceGroup = z.infer<typeof DeviceGroup>;

export const DeviceAttachment = z.object({
  type: z.enum(ATTACHMENT_TYPES),
  /** Opens the file by `open-device-media`; opaque and encrypted. */
  media: z.string().max(DEVICE_LIMITS.media).nullable(),
  mimeType: z.string().max(DEVICE_LIMITS.mimeType).nullable(),
  filename: z.string().max(DEVICE_LIMITS.filename).nullable(),
  /** Bytes. */
  size: z.int().min(0).nullable(),
  payload: DevicePayload.nullable(),
});
export type DeviceAttachment = z.infer<typeof DeviceAttachment>;

const Attachments = z.array(DeviceAttachment).max(DEVICE_LIMITS.attachments);

const base = { providerMessageId: Id, at: Instant };

/** {@link Interactive} from a device. */
const DeviceChoice = asWritten(
  z.object({
    type: Interactive.shape.type,
    id: Text.nullable(),
    title: Text.nullable(),
    data: DevicePayload.nullable(),
  }),
);

const DeviceMessage = z.object({
  kind: z.literal('message'),
  ...base,
  from: DevicePerson,
  group: DeviceGroup.nullable(),
  text: Text,
  attachments: Attachments,
  replyToProviderId: Id.nullable(),
  interactive: DeviceChoice.nullish(),
  pollAnswer: RECEIVED_FIELDS.poll_answer,
  referral: RECEIVED_FIELDS.referral,
  forwarded: RECEIVED_FIELDS.forwarded,
  viewOnce: RECEIVED_FIELDS.view_once,
  mentions: RECEIVED_FIELDS.mentions,
  product: RECEIVED_FIELDS.product,
  order: RECEIVED_FIELDS.order,
});

/** Typed on the linked handset, or on another device of the same account: origin `phone`. */
const DeviceEcho = z.object({
  kind: z.literal('echo'),
  ...base,
  to: DevicePerson,
  group: DeviceGroup.nullable(),
  text: Text,
  attachments: Attachments,
});

/** A message of a phone's history. */
export const OldDeviceMessage = z.discriminatedUnion('kind', [DeviceMessage, DeviceEcho]);
export type OldDeviceMessage = z.infer<typeof OldDeviceMessage>;

/** Changes of a group besides its subject and members. */
export const GroupFacts = z.object({
  promoted: z.array(Id).max(DEVICE_LIMITS.members),
  demoted: z.array(Id).max(DEVICE_LIMITS.members),
  /** Null when it did not change; empty when it was removed. */
  description: Text.nullable(),
  /** The changed ones; null when none changed. */
  settings: z
    .object({
      onlyAdminsSend: z.boolean(),
      onlyAdminsEdit: z.boolean(),
      membersAdd: z.boolean(),
      approveJoins: z.boolean(),
      disappearingS: z.int().min(0),
    })
    .partial()
    .nullable(),
  inviteChanged: z.boolean(),
});
export type GroupFacts = z.infer<typeof GroupFacts>;

/** One item that a linked device received. */
export const DeviceItem = z.discriminatedUnion('kind', [
  DeviceMessage,
  DeviceEcho,
  z.object({
    kind: z.literal('receipt'),
    ...base,
    status: z.enum(['sent', 'delivered', 'read', 'failed']),
    error: z
      .object({
        code: Id,
        message: Text,
        providerCode: z.union([z.number(), Id]).nullable(),
      })
      .nullable(),
    /** Our own id, when the message is our own send: settles a send whose answer was lost. */
    messageId: BusText.nullable(),
    /** In groups: the participant who received or read the message. */
    participant: Id.nullable(),
  }),
  z.object({
    kind: z.literal('reaction'),
    /** Fields of the message with the reaction. */
    ...base,
    from: DevicePerson,
    group: DeviceGroup.nullable(),
    emoji: z.string().max(DEVICE_LIMITS.emoji).nullable(),
    action: z.enum(['added', 'removed']),
  }),
  /** Inbound must check that this person wrote the message, because no other service does. */
  z.object({ kind: z.literal('edited'), ...base, from: DevicePerson, group: DeviceGroup.nullable(), text: Text }),
  z.object({
    kind: z.literal('revoked'),
    ...base,
    from: DevicePerson,
    group: DeviceGroup.nullable(),
    /** Whether the network lists them as admin of the group: an admin may delete messages of others. */
    byAdmin: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('call'),
    /** Fields of the call. */
    ...base,
    from: DevicePerson,
    state: z.enum(CALL_STATES),
    isVideo: z.boolean().nullable(),
  }),
  z.object({
    kind: z.literal('group-change'),
    /** Fields of the notice. */
    ...base,
    groupJid: Id,
    /** Null when it did not change. */
    subject: Name,
    /** Addresses of people. */
    joined: z.array(Id).max(DEVICE_LIMITS.members),
    left: z.array(Id).max(DEVICE_LIMITS.members),
    /** The person who changed it. */
    by: Id.nullable(),
    facts: GroupFacts.optional(),
  }),
  z.object({
    kind: z.literal('group-request'),
    /** Fields of the notice. */
    ...base,
    groupJid: Id,
    /** The person who asks to join. */
    person: Id,
    state: z.enum(GROUP_REQUEST_STATES),
    /** The network's name. */
    method: Id.nullable(),
    by: Id.nullable(),
  }),
]);
export type DeviceItem = z.infer<typeof DeviceItem>;

/**
 * Stores the items that a linked device received, in order. Answered after everything is committed. The same item may
 * be repeated and must not cause a second event.
 */
export const storeDeviceItems = defineInternal({
  service: 'inbound',
  name: 'store-device-items',
  input: z.object({
    tenantId: z.int(),
    /** Id of the wd connection, as in `channels`. */
    externalId: BusText,
    items: z.array(DeviceItem).min(1).max(500),
  }),
  output: z.object({ stored: z.int() }),
  errors: [],
  deadlineMs: 15_000,
});
