import { z } from 'zod';
import { LATER, PAIR_PAGE, PHONE, SESSION } from '../../contract/example-values.ts';
import { made } from '../../contract/resource-change.ts';
import { defineAction } from '../../define-contract.ts';
import { Instant, line } from '../../fields.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-errors.ts';
import { HISTORY_DAYS_MAX, PairUrl, ProxyUrl, SessionToken } from './session-fields.ts';

/** Begins linking a device (docs/reference/sessions.md#creating). */
export const createSession = defineAction({
  service: 'pairing',
  name: 'create-session',
  method: 'POST',
  tag: 'sessions',
  sdk: 'sessions.create',
  mcp: 'adds',
  reference: 'docs/reference/sessions.md',
  summary: 'Create a linking session',
  description:
    'Begins to link a WhatsApp phone (wd) and returns a `session_token` and a `pair_url`, a page on which the owner of the phone links it. Parley connects only when a code or QR is requested, and a session without a phone expires after an hour. A workspace may have 20 sessions that wait for a phone; one more is too_many_sessions. With `proxy` everything between the device and WhatsApp goes through that proxy.',
  input: z.object({
    label: line(100),
    history_days: z
      .int()
      .min(0)
      .max(HISTORY_DAYS_MAX)
      .optional()
      .describe('Imports the messages of the last days from the phone into the inbox, without events; default 0: none'),
    proxy: ProxyUrl.optional(),
  }),
  output: z.object({
    ok: z.literal(true),
    session_token: SessionToken,
    account_id: z.int(),
    expires_at: Instant,
    pair_url: PairUrl,
  }),
  errors: ['channel_not_allowed', 'too_many_sessions', ...IDEMPOTENCY_ERRORS],
  channel: 'wd',
  logged: {},
  example: {
    request: { label: PHONE.label },
    answer: { ok: true, session_token: SESSION, account_id: 3, expires_at: LATER, pair_url: PAIR_PAGE },
  },
  audit: {
    fields: ['label', 'history_days', 'account_id', 'expires_at'],
    change: made({ fields: ['account_id', 'expires_at'] }),
  },
});
