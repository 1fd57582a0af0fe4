import { z } from 'zod';
import { defineAction } from '../../define-contract.ts';
import { EventType } from '../../events.ts';
import { SubscribedEvents, WebhookUrl } from '../webhook-fields.ts';

/** The webhook of a key, as the key sees it. */
export const KeyWebhook = z.object({
  ok: z.literal(true),
  url: z.string().nullable(),
  events: z.array(EventType),
  status: z.enum(['none', 'active', 'paused']),
  reason: z.enum(['operator', 'gone', 'failing']).nullable(),
  webhook_secret: z.string().optional().describe('A new secret; only in the answer that sets the address'),
});

/** The webhook of the key, without its secret (docs/reference/webhook-delivery.md#setting-it-with-the-key). */
export const webhook = defineAction({
  service: 'accounts',
  name: 'webhook',
  method: 'GET',
  tag: 'account',
  summary: 'Get the webhook of this key',
  description:
    'Returns the address that gets the events of this key, the event types that it is subscribed to, and whether deliveries run or are paused, with the reason. The secret is never shown.',
  input: z.object({}),
  output: KeyWebhook,
  errors: [],
});

/** Sets or removes the webhook of the key (docs/reference/webhook-delivery.md#setting-it-with-the-key). */
export const setWebhook = defineAction({
  service: 'accounts',
  name: 'set-webhook',
  method: 'POST',
  tag: 'account',
  summary: 'Set or remove the webhook of this key',
  description:
    'Sets or, with null, removes the address that gets the events of this key, and returns a new `webhook_secret`, which only this answer shows. Replacing another address takes `replace: true`, else the answer is webhook_in_use. The operator must allow it for the key, otherwise it is set_webhook_not_allowed.',
  input: z.object({
    url: WebhookUrl,
    events: SubscribedEvents.optional().describe('Default: unchanged'),
    replace: z.boolean().optional().describe('Whether to replace or remove a different address'),
  }),
  output: KeyWebhook,
  errors: [
    'invalid_webhook_url',
    'set_webhook_not_allowed',
    'webhook_in_use',
    'idempotency_in_progress',
    'idempotency_mismatch',
  ],
});
