import { z } from 'zod';
import { defineAction } from '../../define-contract.ts';
import { Instant, line } from '../../fields.ts';
import { PairUrl, SessionToken } from './session-fields.ts';

/** Begins linking a device (docs/reference/sessions.md#creating). */
export const createSession = defineAction({
  service: 'pairing',
  name: 'create-session',
  method: 'POST',
  tag: 'sessions',
  summary: 'Create a linking session',
  input: z.object({ label: line(100) }),
  output: z.object({
    ok: z.literal(true),
    session_token: SessionToken,
    account_id: z.int(),
    expires_at: Instant,
    pair_url: PairUrl,
  }),
  errors: ['channel_not_allowed', 'too_many_sessions', 'idempotency_in_progress', 'idempotency_mismatch'],
  channel: 'wd',
});
