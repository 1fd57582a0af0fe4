import { z } from 'zod';
import { AT, PAIR_PAGE, PHONE, SESSION } from '../../contract/example-values.ts';
import { defineAction } from '../../define-contract.ts';
import { Instant } from '../../fields.ts';
import {
  AccountLimits,
  namesSession,
  PairUrl,
  SESSION_MISSING,
  SESSION_NAMES,
  SessionStatus,
  ShownProxy,
} from './session-fields.ts';

/** State of a linking session (docs/reference/sessions.md#states). */
export const sessionStatus = defineAction({
  service: 'pairing',
  name: 'session-status',
  method: 'GET',
  tag: 'sessions',
  sdk: 'sessions.status',
  mcp: 'reads',
  reference: 'docs/reference/sessions.md',
  summary: 'Get the status of a linking session',
  description:
    'Returns the status of a linked phone’s session (wd): created, connecting, awaiting_pairing, connected, reconnecting, logged_out, expired, failed or deleted, with the reason, and its proxy without the password. To learn when the phone is linked, wait for the event channel.connected.',
  input: z.object(SESSION_NAMES).refine(namesSession, SESSION_MISSING),
  oneOf: ['session_token', 'id'],
  output: z.object({
    ok: z.literal(true),
    account_id: z.int(),
    label: z.string(),
    status: SessionStatus,
    since: Instant,
    phone: z.string().nullable(),
    reason: z.string().nullable(),
    detail: z
      .string()
      .nullable()
      .optional()
      .describe('The part that failed: `proxy` when the proxy of the session opened no connection; else null'),
    proxy: ShownProxy.optional(),
    pair_url: PairUrl.nullable().describe('Null when the page can no longer link a phone'),
    limits: AccountLimits.nullable()
      .optional()
      .describe('What the network allows the account, as it said last; null before a phone is linked'),
  }),
  errors: ['channel_not_allowed', 'unknown_session'],
  channel: 'wd',
  logged: {},
  example: {
    request: { session_token: SESSION },
    answer: {
      ok: true,
      account_id: 3,
      label: PHONE.label,
      status: 'awaiting_pairing',
      since: AT,
      phone: null,
      reason: null,
      detail: null,
      proxy: 'http://shop:…@proxy.example:3128',
      pair_url: PAIR_PAGE,
    },
  },
});
