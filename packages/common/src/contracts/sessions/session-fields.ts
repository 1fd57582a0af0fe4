import { z } from 'zod';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { Instant, line } from '../../fields.ts';
import { missingField } from '../when-object.ts';

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

/** Address of a session's proxy (docs/reference/sessions.md#proxy); services/pairing reads its parts. */
export const ProxyUrl = line(1000).describe(
  'Proxy for everything between the device and WhatsApp: `http://user:password@host:port`, with http, https or socks5',
);

/** The address of a session's proxy in answers. */
export const ShownProxy = z
  .string()
  .nullable()
  .describe('The proxy without its password: `http://user:…@host:port`; null: none');

/** A session by its token, or by the id of its channel. */
export const SESSION_NAMES = {
  session_token: SessionToken.optional(),
  id: line(100).optional().describe('Id as in ?action=channels'),
};

/** Whether an input names its session. */
export const namesSession = (input: { session_token?: string | undefined; id?: string | undefined }): boolean =>
  input.session_token !== undefined || input.id !== undefined;

export const SESSION_MISSING = missingField('session_token', 'session_token is required, or id.');
