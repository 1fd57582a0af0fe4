import { z } from 'zod';
import { defineAction } from '../../define-contract.ts';
import { Instant, line } from '../../fields.ts';
import { SessionToken } from './session-fields.ts';

/** Requests a pairing code (docs/reference/sessions.md#pairing-code). */
export const pairCode = defineAction({
  service: 'pairing',
  name: 'pair-code',
  method: 'POST',
  tag: 'sessions',
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
    'idempotency_in_progress',
    'idempotency_mismatch',
  ],
  channel: 'wd',
  deadlineMs: 25_000,
  directed: true,
});
