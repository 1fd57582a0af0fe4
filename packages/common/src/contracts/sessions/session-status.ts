import { z } from 'zod';
import { defineAction } from '../../define-contract.ts';
import { Instant } from '../../fields.ts';
import { PairUrl, SessionStatus, SessionToken } from './session-fields.ts';

/** State of a linking session (docs/reference/sessions.md#states). */
export const sessionStatus = defineAction({
  service: 'pairing',
  name: 'session-status',
  method: 'GET',
  tag: 'sessions',
  summary: 'Get the status of a linking session',
  description:
    'Returns where a session of a linked phone (wd) stands: created, connecting, awaiting_pairing, connected, reconnecting, logged_out, expired, failed or deleted, with the reason. For the moment of linking, wait for the event channel.connected.',
  input: z.object({ session_token: SessionToken }),
  output: z.object({
    ok: z.literal(true),
    account_id: z.int(),
    label: z.string(),
    status: SessionStatus,
    since: Instant,
    phone: z.string().nullable(),
    reason: z.string().nullable(),
    pair_url: PairUrl.nullable().describe('Null when the page can link nothing any more'),
  }),
  errors: ['channel_not_allowed', 'unknown_session'],
  channel: 'wd',
});
