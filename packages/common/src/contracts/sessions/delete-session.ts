import { z } from 'zod';
import { PHONE, SESSION } from '../../contract/example-values.ts';
import { one, removed } from '../../contract/resource-change.ts';
import { defineAction } from '../../define-contract.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-errors.ts';
import { namesSession, SESSION_MISSING, SESSION_NAMES } from './session-fields.ts';
import { sessionStatus } from './session-status.ts';

/** Remove a wd channel (docs/reference/sessions.md#deleting). */
export const deleteSession = defineAction({
  service: 'pairing',
  name: 'delete-session',
  method: 'POST',
  tag: 'sessions',
  sdk: 'sessions.delete',
  mcp: 'removes',
  reference: 'docs/reference/sessions.md',
  summary: 'Delete a linking session and log the device out',
  description:
    'Ends a session of a linked phone (wd), logs the device out of WhatsApp and wipes its keys. It cannot be undone: the phone must be linked again by a new session.',
  input: z.object(SESSION_NAMES).refine(namesSession, SESSION_MISSING),
  oneOf: ['session_token', 'id'],
  output: z.object({
    ok: z.literal(true),
    channel: z.literal('wd'),
    id: z.string(),
    status: z.literal('disconnected'),
  }),
  errors: ['channel_not_allowed', 'not_connected', ...IDEMPOTENCY_ERRORS],
  channel: 'wd',
  directed: true,
  logged: {},
  example: {
    request: { session_token: SESSION },
    answer: { ok: true, channel: 'wd', id: PHONE.id, status: 'disconnected' },
  },
  audit: {
    fields: ['id', 'label', 'status', 'phone'],
    change: removed(one(sessionStatus), { fields: ['label', 'status', 'phone'] }),
  },
});
