import { z } from 'zod';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { Instant, line } from '../../fields.ts';

/** Token of a wd linking session; carries the prefix `wds_` (docs/reference/sessions.md#creating). */
export const SessionToken = line(100).describe('Starts with wds_');

/** States of a wd linking session (docs/reference/sessions.md#states). */
export const SessionStatus = z
  .enum([
    'created',
    'connecting',
    'awaiting_pairing',
    'connected',
    'reconnecting',
    'logged_out',
    'expired',
    'failed',
    'deleted',
  ])
  .register(SCHEMA_NAMES, { id: 'SessionStatus' });

/** Limit of `history_days` (docs/reference/sessions.md#history). */
export const HISTORY_DAYS_MAX = 90;

/** Hosted page of a session, for the end customer (docs/reference/sessions.md#hosted-page). */
export const PairUrl = z
  .string()
  .describe(
    'Page for the end customer: pairing code or QR, in the language of the browser if Parley has it. Valid for the first linking of this session',
  );

/** Limits of the network on a linked phone's account (docs/reference/sessions.md#limits). */
export const AccountLimits = z.object({
  new_chats: z
    .object({
      used: z.int().nullable(),
      total: z.int().nullable().describe('Null where the network gives no number'),
      resets_at: Instant.nullable(),
      status: z.string().describe('The network’s word: NONE, FIRST_WARNING, SECOND_WARNING, CAPPED, or a later one'),
    })
    .nullable()
    .describe('How many chats the account may begin with people who have not written; null: the network has not said'),
  restricted: z
    .object({
      until: Instant.nullable().describe('Null where the network gives no end'),
      kind: z.string().nullable().describe('The network’s word, such as WEB_COMPANION_ONLY'),
    })
    .nullable()
    .describe('The account may not write to people who have not written'),
  checked_at: Instant.nullable().describe('When the network was last asked; null: not yet'),
});
