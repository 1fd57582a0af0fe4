import { z } from 'zod';
import { asWritten } from '../../casing/camel.ts';
import { Channel } from '../../channels.ts';
import { defineConsole } from '../../contract/define-console.ts';
import { Cursor, Instant, pageLimit, RowId } from '../../fields.ts';

/** The problems of a channel, the worst first (docs/reference/console.md#channel-health). */
export const CHANNEL_PROBLEMS = [
  'logged_out',
  'token_revoked',
  'replaced',
  'partner_removed',
  'account_offboarded',
  'account_deleted',
  'account_disabled',
  'number_offline',
  'device_offline',
  'device_restricted',
  'device_silent',
  'account_restricted',
  'token_not_renewed',
  'send_failed',
  'nothing_received',
] as const;
export type ChannelProblem = (typeof CHANNEL_PROBLEMS)[number];

/**
 * Causes that end a channel's sends or its connection soon, unless a person acts. They have a field of their own: a
 * gateway of 0.2.0 reads `problem` by the values that it knows.
 */
export const COMING_PROBLEMS = ['payment_missing', 'token_expires', 'app_unused'] as const;
export type ComingProblem = (typeof COMING_PROBLEMS)[number];

/** The platform ends the connection of a number whose app was not used for about 14 days. */
export const APP_UNUSED_MS = 10 * 24 * 3_600_000;

/** How long before the end of a token that only its owner can renew the console asks for a new authorization. */
export const TOKEN_ENDS_SOON_MS = 14 * 24 * 3_600_000;

/** The platform's rating of a wa number. */
export const NumberQuality = z.object({
  rating: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']),
  limit_tier: z
    .string()
    .regex(/^TIER_(\d{1,6}K?|UNLIMITED)$/)
    .nullable()
    .describe('How many people it may write to first in 24 hours; null if the platform does not report it'),
});
export type NumberQuality = z.infer<typeof NumberQuality>;

/** Whether the platform lets a wa number send. */
export const SendingHealth = z.object({
  state: z.enum(['AVAILABLE', 'LIMITED', 'BLOCKED']).nullable().describe('Of the platform; null: unknown'),
  payment_missing: z
    .boolean()
    .describe('The account has no payment method, or its last message failed for want of one (131042)'),
  reasons: z
    .array(z.object({ code: z.int().nullable(), text: z.string(), solution: z.string().nullable() }))
    .describe('Why it is limited or blocked, in the platform’s words'),
});
export type SendingHealth = z.infer<typeof SendingHealth>;

/** A limit that the platform put on a wa account, under the platform's name. */
export const AccountRestriction = asWritten(
  z.object({ type: z.string().regex(/^[A-Z0-9_]{1,64}$/), until: Instant.nullable() }),
);
export type AccountRestriction = z.infer<typeof AccountRestriction>;

/** The states of the chats that the WhatsApp Business app shares (docs/reference/wa.md#history). */
export const HISTORY_STATES = ['due', 'requested', 'progress', 'done', 'declined', 'refused', 'late'] as const;

/** The WhatsApp Business app that uses the number as well. */
const AppHealth = z.object({
  last_seen_at: Instant.nullable().describe('When the app was last used; null: not since the number was connected'),
  history: z.enum(HISTORY_STATES).nullable().describe('Null: the chats of the app are not imported'),
  progress: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe('The percentage of the chats that arrived, if the platform reports it'),
  imported: z.int().describe('The number of imported messages'),
});
export type AppHealth = z.infer<typeof AppHealth>;

export const ChannelHealth = z.object({
  account_id: RowId,
  channel: Channel,
  id: z.string(),
  name: z.string(),
  identifier: z.string().nullable(),
  status: z.enum(['connected', 'disconnected']),
  since: Instant.describe('When the status was entered'),
  problem: z.enum(CHANNEL_PROBLEMS).nullable(),
  coming: z
    .enum(COMING_PROBLEMS)
    .nullable()
    .optional()
    .describe('What ends the sends or the connection soon, unless its owner acts; null: nothing is known'),
  authorized_at: Instant.nullable().describe('When the platform last issued its token; null for a linked device'),
  token_expires_at: Instant.nullable()
    .optional()
    .describe('When the token of a wa number ends, which only its owner can renew; null where it does not end'),
  login: z
    .object({
      via: z.enum(['facebook', 'instagram']).describe('Its Facebook page, or Instagram Login'),
      token_ends_at: Instant.nullable().describe('Parley renews it before; null: the token of a page does not end'),
    })
    .nullable()
    .optional()
    .describe('Of a connected ig account: the login that connected it; null: its credentials cannot be read'),
  last_received_at: Instant.nullable(),
  last_sent_at: Instant.nullable(),
  last_failed_at: Instant.nullable().describe('When a send failed last'),
  device: z
    .object({ status: z.string(), since: Instant, last_heard_at: Instant.nullable() })
    .nullable()
    .describe('Of a linked device'),
  quality: NumberQuality.nullable().describe('Of a connected wa number, some minutes old'),
  restrictions: z.array(AccountRestriction).describe('Of a connected wa number: those in force'),
  username: z
    .object({ name: z.string(), status: z.string().nullable().describe('The platform’s word, such as approved') })
    .nullable()
    .optional()
    .describe('Of a connected wa number, some minutes old; null: it has none, or the platform does not say'),
  calling: z
    .object({
      is_on: z.boolean().nullable().describe('Whether people can call it'),
      is_icon_shown: z.boolean().nullable().describe('Whether the chat has the button that calls'),
      asks_permission: z.boolean().nullable().describe('Whether people are asked if they may be called back'),
      has_hours: z.boolean().nullable().describe('Whether they can call in its hours alone'),
    })
    .nullable()
    .optional()
    .describe('Of a connected wa number, some minutes old; null members: the platform does not say'),
  sending: SendingHealth.nullable().optional().describe('Of a connected wa number, some minutes old'),
  business_app: AppHealth.nullable()
    .optional()
    .describe('Of a connected wa number that the WhatsApp Business app uses as well'),
});

/** Each channel with its health; including channels that a platform or a phone disconnected. */
export const listChannelHealth = defineConsole({
  service: 'channel-connect',
  name: 'list-channel-health',
  method: 'GET',
  summary: 'Channels with their health, and those that were lost within 30 days',
  permission: 'channels.manage',
  input: z.object({ limit: pageLimit(200, 50), cursor: Cursor.optional() }),
  output: z.object({ items: z.array(ChannelHealth), next_cursor: z.string().nullable() }),
  errors: [],
});
