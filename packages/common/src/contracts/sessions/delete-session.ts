import { z } from 'zod';
import { defineAction } from '../../define-contract.ts';
import { line } from '../../fields.ts';
import { missingField } from '../when-object.ts';
import { SessionToken } from './session-fields.ts';

/** Remove a wd channel (docs/reference/sessions.md#deleting). */
export const deleteSession = defineAction({
  service: 'pairing',
  name: 'delete-session',
  method: 'POST',
  tag: 'sessions',
  summary: 'Delete a linking session and log the device out',
  description:
    'Ends a session of a linked phone (wd), logs the device out of WhatsApp and wipes its keys. It cannot be undone: the phone must be linked again by a new session.',
  input: z
    .object({ session_token: SessionToken.optional(), id: line(100).optional().describe('Id as in ?action=channels') })
    .refine(
      (v) => v.session_token !== undefined || v.id !== undefined,
      missingField('session_token', 'session_token is required, or id.'),
    ),
  output: z.object({
    ok: z.literal(true),
    channel: z.literal('wd'),
    id: z.string(),
    status: z.literal('disconnected'),
  }),
  errors: ['channel_not_allowed', 'not_connected', 'idempotency_in_progress', 'idempotency_mismatch'],
  channel: 'wd',
  directed: true,
});
