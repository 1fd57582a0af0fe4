import { z } from 'zod';
import { defineConsole } from '../../contract/define-console.ts';
import { unlogged } from '../../contract/resource-change.ts';
import { isStorable } from '../../text/storable.ts';

/** The maximum length of an endpoint, in characters. */
const ENDPOINT_MAX = 2048;

export const getPushKey = defineConsole({
  service: 'notifications',
  name: 'get-push-key',
  method: 'GET',
  summary: 'The public key with which a browser subscribes to push notifications',
  permission: 'inbox.use',
  input: z.object({}),
  output: z.object({ public_key: z.string().describe('A P-256 point (VAPID, RFC 8292), base64url') }),
  errors: [],
});

/** A session has one subscription (docs/reference/notifications.md#push); a new one replaces it. */
export const setPushSubscription = defineConsole({
  service: 'notifications',
  name: 'set-push-subscription',
  method: 'POST',
  summary: 'Notify this browser while the console is closed, until the session ends',
  permission: 'inbox.use',
  isQuiet: true,
  input: z.object({
    endpoint: z
      .url()
      .max(ENDPOINT_MAX)
      .refine(isStorable, 'must be the address of a push service')
      .describe('The address of the browser’s push service'),
    p256dh: z
      .string()
      .regex(/^[\w-]{87}=?$/, 'must be a P-256 point in base64url')
      .describe('The browser’s public key (RFC 8291)'),
    auth: z
      .string()
      .regex(/^[\w-]{22}(==)?$/, 'must be 16 bytes in base64url')
      .describe('The browser’s secret (RFC 8291)'),
  }),
  output: z.object({ ok: z.literal(true) }),
  errors: ['permission_denied'],
  audit: { fields: [], change: unlogged('a member’s own browser') },
});

export const deletePushSubscription = defineConsole({
  service: 'notifications',
  name: 'delete-push-subscription',
  method: 'POST',
  summary: 'Stop notifying this browser',
  permission: 'inbox.use',
  isQuiet: true,
  input: z.object({}),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
  audit: { fields: [], change: unlogged('a member’s own browser') },
});
