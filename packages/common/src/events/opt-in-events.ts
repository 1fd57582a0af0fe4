import { z } from 'zod';
import { Channel } from '../channels.ts';
import { AccountRef, CommentMedia, CommentReceivedData, WhatsappGroup } from '../events.ts';
import { Instant, MessageId } from '../fields.ts';
import { TYPING_STATES } from '../messages/capabilities.ts';
import { RECEIVED_LIMITS, Referral } from '../messages/received-content.ts';
import { Handover, ThreadOwner } from '../messages/thread-owner.ts';

const Id = z.string().min(1).max(RECEIVED_LIMITS.id);
const Name = z.string().max(RECEIVED_LIMITS.name);
/** A state or limit under the platform's name. */
/** A name of the platform, such as RED or TIER_1K. */
export const HealthCode = z.string().regex(/^[A-Z0-9_]{1,64}$/);

/** A stored message that was changed. */
const ChangedMessage = {
  channel: Channel,
  conversation_id: z.int(),
  message_id: MessageId,
  direction: z.enum(['in', 'out']).describe('in: a message of the customer; out: one of the account'),
  peer: z.string().describe('The address that sends go to'),
  account: AccountRef,
};

export const MessageUpdatedData = z.object({
  ...ChangedMessage,
  text: z.string().describe('The new text'),
  edited_at: Instant,
  provider_message_id: z.string().nullable(),
  whatsapp_group: WhatsappGroup.optional(),
});

export const DELETED_BY = ['customer', 'account', 'admin'] as const;

export const MessageDeletedData = z.object({
  ...ChangedMessage,
  by: z.enum(DELETED_BY).describe('admin: an admin of the group deleted another person’s message'),
  deleted_at: Instant,
  provider_message_id: z.string().nullable(),
  whatsapp_group: WhatsappGroup.optional(),
});

/** A person, and the conversation with them; null where there is none yet. */
const Contact = {
  channel: Channel,
  conversation_id: z.int().nullable(),
  from: Id.describe('The address for `to` of a send'),
  account: AccountRef,
};

/** Neither stored nor retried (docs/reference/events.md#contacttyping). */
export const ContactTypingData = z.object({
  ...Contact,
  state: z.enum(TYPING_STATES),
  at: Instant,
  whatsapp_group: WhatsappGroup.optional(),
});
export type ContactTypingData = z.infer<typeof ContactTypingData>;

export const ContactOptOutData = z.object({
  ...Contact,
  opted_out: z.boolean().describe('false: the person opted in again'),
  by: z.enum(['customer', 'platform', 'operator']).describe('customer: a stop or start word'),
  at: Instant,
});

/** A person came through an ad or a link, and has not written yet. */
export const ContactReferralData = z.object({ ...Contact, referral: Referral, at: Instant });

export const GROUP_MEMBERS_MAX = 1024;
const Members = z.array(Id).max(GROUP_MEMBERS_MAX);

/** Settings of a group in the events; absent ones did not change. */
const ChangedSettings = z
  .object({
    only_admins_send: z.boolean(),
    only_admins_edit: z.boolean(),
    members_add: z.boolean(),
    approve_joins: z.boolean(),
    disappearing_s: z.int().min(0),
  })
  .partial();

export const GroupUpdatedData = z.object({
  channel: Channel,
  conversation_id: z.int().nullable().describe('null for a group without messages'),
  account: AccountRef,
  group_id: Id,
  subject: Name.nullable().describe('The new subject; null if it did not change'),
  joined: Members.describe('Addresses'),
  left: Members.describe('Addresses'),
  promoted: Members.optional().describe('Addresses of members who became admins'),
  demoted: Members.optional().describe('Addresses of admins who are members again'),
  description: z
    .string()
    .max(65_536)
    .nullable()
    .optional()
    .describe('The new description; empty if it was removed, null if it did not change'),
  settings: ChangedSettings.nullable().optional().describe('The settings that changed; null if none did'),
  invite_changed: z.boolean().optional().describe('Whether the invite link was replaced'),
  by: Id.nullable().describe('The person who changed it; null if the platform does not report it'),
  at: Instant,
});

export const GROUP_REQUEST_STATES = ['requested', 'withdrawn', 'rejected'] as const;

/** A person asks to join a group in which the account is an admin. */
export const GroupJoinRequestData = z.object({
  channel: Channel,
  conversation_id: z.int().nullable().describe('null for a group without messages'),
  account: AccountRef,
  group_id: Id,
  person: Id.describe('The address of the person who asks'),
  state: z.enum(GROUP_REQUEST_STATES).describe('An approved person is in joined of group.updated'),
  method: Id.nullable().describe('The network’s name: invite_link, linked_group_join, non_admin_add'),
  by: Id.nullable().describe('The admin who rejected it; else the person'),
  at: Instant,
});

export const CALL_STATES = ['ringing', 'accepted', 'rejected', 'missed', 'ended'] as const;

export const CallReceivedData = z.object({
  ...Contact,
  call_id: Id,
  state: z.enum(CALL_STATES),
  video: z.boolean().nullable(),
  at: Instant,
});

/** Another app of the account took the thread with a person, or gave it back. */
export const ConversationControlData = z.object({
  channel: Channel,
  conversation_id: z.int(),
  peer: Id.describe('The address that sends go to'),
  account: AccountRef,
  state: ThreadOwner.exclude(['unshared']).describe('Who may answer now'),
  ...Handover.shape,
});

export const TemplateStatusData = z.object({
  channel: z.literal('wa'),
  business_id: Id.describe('Of the WhatsApp Business Account'),
  template_id: Id.nullable(),
  name: z.string().max(512),
  language: z.string().max(32),
  status: HealthCode.nullable().describe('The platform’s name, such as APPROVED, REJECTED or PAUSED; null: unchanged'),
  reason: z
    .string()
    .max(1024)
    .nullable()
    .describe('The reason of a rejection or pause: Meta’s code, such as INVALID_FORMAT'),
  details: z.string().max(1024).nullable().optional().describe('The reason in a sentence; null if Meta gives none'),
  recommendation: z.string().max(1024).nullable().optional().describe('Meta’s recommendation; null if it gives none'),
  disable_date: z
    .string()
    .max(64)
    .nullable()
    .optional()
    .describe('When Meta will disable it, as Meta writes it, such as January 31, 2027'),
  quality: HealthCode.nullable().describe('GREEN, YELLOW, RED or UNKNOWN; null: unchanged'),
  category: HealthCode.nullable().describe('Its new category; null: unchanged'),
  upcoming_category: HealthCode.nullable()
    .optional()
    .describe('The category that Meta announces for it; null: no announcement'),
  upcoming_at: Instant.nullable().optional().describe('When it gets that category; null if Meta does not report it'),
  at: Instant,
});
export type TemplateStatusData = z.infer<typeof TemplateStatusData>;

export const ChannelHealthData = z.object({
  channel: Channel,
  id: z.string(),
  name: z.string(),
  quality: HealthCode.nullable().describe('wa: GREEN, YELLOW, RED or UNKNOWN'),
  limit: HealthCode.nullable().describe('wa: how many people it may write to first in 24 hours, such as TIER_1K'),
  restrictions: z.array(z.object({ type: HealthCode, until: Instant.nullable() })).max(20),
  state: z.enum(['online', 'offline']).optional().describe('offline: the platform suspends the account for a while'),
  reason: z
    .enum(['account_offboarded'])
    .nullable()
    .optional()
    .describe('The reason why it is offline; null: it is online'),
  payment_missing: z
    .boolean()
    .optional()
    .describe('wa: the business account has no payment method, so that messages are not delivered'),
  at: Instant,
});
export type ChannelHealthData = z.infer<typeof ChannelHealthData>;

const { platform, comment_id, post_id, parent_id, conversation_id, account } = CommentReceivedData.shape;
const ChangedComment = { platform, comment_id, post_id, parent_id, conversation_id, account };

export const CommentUpdatedData = z.object({
  ...ChangedComment,
  text: z.string(),
  media: z.array(CommentMedia).optional(),
  from: CommentReceivedData.shape.from,
  hidden: z
    .boolean()
    .nullable()
    .describe('Whether it is hidden from other people; null if the platform does not report it'),
  updated_at: Instant,
});

export const CommentDeletedData = z.object({ ...ChangedComment, deleted_at: Instant });
