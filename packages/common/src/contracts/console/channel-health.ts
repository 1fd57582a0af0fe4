import { z } from 'zod';
import { asWritten } from '../../casing/camel.ts';
import { Channel } from '../../channels.ts';
import { defineConsole } from '../../define-contract.ts';
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

/** The platform's rating of a wa number. */
export const NumberQuality = z.object({
  rating: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']),
  limit_tier: z
    .string()
    .regex(/^TIER_(\d{1,6}K?|UNLIMITED)$/)
    .nullable()
    .describe('How many people it may write to first in 24 hours; null where the platform does not say'),
});
export type NumberQuality = z.infer<typeof NumberQuality>;

/** A limit that the platform put on a wa account, under the platform's name. */
export const AccountRestriction = asWritten(
  z.object({ type: z.string().regex(/^[A-Z0-9_]{1,64}$/), until: Instant.nullable() }),
);
export type AccountRestriction = z.infer<typeof AccountRestriction>;

export const ChannelHealth = z.object({
  account_id: RowId,
  channel: Channel,
  id: z.string(),
  name: z.string(),
  identifier: z.string().nullable(),
  status: z.enum(['connected', 'disconnected']),
  since: Instant.describe('When the status was entered'),
  problem: z.enum(CHANNEL_PROBLEMS).nullable(),
  authorized_at: Instant.nullable().describe('When the platform last gave its token; null for a linked device'),
  last_received_at: Instant.nullable(),
  last_sent_at: Instant.nullable(),
  last_failed_at: Instant.nullable().describe('When a send failed last'),
  device: z
    .object({ status: z.string(), since: Instant, last_heard_at: Instant.nullable() })
    .nullable()
    .describe('Of a linked device'),
  quality: NumberQuality.nullable().describe('Of a connected wa number, some minutes old'),
  restrictions: z.array(AccountRestriction).describe('Of a connected wa number: those in force'),
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
