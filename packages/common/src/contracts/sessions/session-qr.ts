import { z } from 'zod';
import { AT, SESSION } from '../../contract/example-values.ts';
import { defineAction } from '../../define-contract.ts';
import { Instant } from '../../fields.ts';
import { SessionStatus, SessionToken } from './session-fields.ts';

/** QR of a linking session, the fallback to the pairing code (docs/reference/sessions.md#qr). */
export const sessionQr = defineAction({
  service: 'pairing',
  name: 'session-qr',
  method: 'GET',
  tag: 'sessions',
  sdk: 'sessions.qr',
  // A GET, but the QR that it returns can link a phone.
  mcp: 'adds',
  reference: 'docs/reference/sessions.md',
  summary: 'Get the QR code of a linking session',
  description:
    'Returns the QR code of a session as text and as a PNG, which the owner scans with the phone. It waits up to 5 seconds for the network. The first code is valid for 60 seconds, each later one for 20. A session that is linked already is already_connected.',
  input: z.object({ session_token: SessionToken }),
  output: z.object({
    ok: z.literal(true),
    account_id: z.int(),
    status: SessionStatus,
    qr: z.string().describe('The text to encode'),
    image: z.string().describe('data:image/png;base64,…'),
    expires_at: Instant,
  }),
  errors: ['channel_not_allowed', 'unknown_session', 'already_connected', 'rate_limited', 'device_error'],
  channel: 'wd',
  directed: true,
  logged: {},
  example: {
    request: { session_token: SESSION },
    answer: {
      ok: true,
      account_id: 3,
      status: 'awaiting_pairing',
      qr: '2@AbCdEf',
      image: 'data:image/png;base64,iVBORw0KGgo=',
      expires_at: AT,
    },
  },
});
