import { z } from 'zod';
import { AT, PHONE, SESSION } from '../../contract/example-values.ts';
import { unlogged } from '../../contract/resource-change.ts';
import { defineAction } from '../../define-contract.ts';
import { Instant, line } from '../../fields.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-errors.ts';
import { SessionToken } from './session-fields.ts';

/** Requests a pairing code (docs/reference/sessions.md#pairing-code). */
export const pairCode = defineAction({
  service: 'pairing',
  name: 'pair-code',
  method: 'POST',
  tag: 'sessions',
  sdk: 'sessions.pairCode',
  mcp: 'adds',
  reference: 'docs/reference/sessions.md',
  summary: 'Get a pairing code for a phone',
  description:
    'Returns a code such as ABCD-EFGH that the owner types on the phone, under WhatsApp’s linked devices. Each call gives a new code. Wait for the event channel.connected instead of polling. A session that is linked already is already_connected.',
  input: z.object({ session_token: SessionToken, phone: line(30).describe('Number with country code') }),
  output: z.object({ ok: z.literal(true), pairing_code: z.string().describe('ABCD-EFGH'), expires_at: Instant }),
  errors: [
    'channel_not_allowed',
    'unknown_session',
    'already_connected',
    'rate_limited',
    'device_error',
    ...IDEMPOTENCY_ERRORS,
  ],
  channel: 'wd',
  deadlineMs: 25_000,
  directed: true,
  logged: {},
  example: {
    request: { session_token: SESSION, phone: PHONE.number },
    answer: { ok: true, pairing_code: 'ABCD-EFGH', expires_at: AT },
  },
  audit: { fields: [], change: unlogged('a code for the phone that is being linked') },
});
