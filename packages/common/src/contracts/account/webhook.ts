import { z } from 'zod';
import { changed, one } from '../../contract/resource-change.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineAction } from '../../define-contract.ts';
import { EventType } from '../../events.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-errors.ts';
import { SubscribedEvents, WebhookUrl } from '../webhook-fields.ts';

/** The webhook of a key, as the key sees it. */
export const KeyWebhook = z
  .object({
    ok: z.literal(true),
    url: z.string().nullable(),
    events: z.array(EventType),
    status: z.enum(['none', 'active', 'paused']),
    reason: z.enum(['operator', 'gone', 'failing']).nullable(),
    webhook_secret: z
      .string()
      .optional()
      .describe('A new secret; only in the response to the call that sets the address'),
  })
  .register(SCHEMA_NAMES, { id: 'KeyWebhook' });

const EXAMPLE: z.output<typeof KeyWebhook> & { url: string } = {
  ok: true,
  url: 'https://shop.example/parley',
  events: ['message.received'],
  status: 'active',
  reason: null,
};

/** The webhook of the key, without its secret (docs/reference/webhook-delivery.md#setting-it-with-the-key). */
export const webhook = defineAction({
  service: 'accounts',
  name: 'webhook',
  method: 'GET',
  tag: 'account',
  sdk: 'account.webhook',
  mcp: 'reads',
  reference: 'docs/reference/webhook-delivery.md#setting-it-with-the-key',
  summary: 'Get the webhook of this key',
  description:
    'Returns the address that gets the events of this key, the event types that it is subscribed to, and whether deliveries run or are paused, with the reason. The secret is never shown.',
  input: z.object({}),
  output: KeyWebhook,
  errors: [],
  logged: {},
  example: { request: {}, answer: EXAMPLE },
});

/** Sets or removes the webhook of the key (docs/reference/webhook-delivery.md#setting-it-with-the-key). */
export const setWebhook = defineAction({
  service: 'accounts',
  name: 'set-webhook',
  method: 'POST',
  tag: 'account',
  sdk: 'account.setWebhook',
  mcp: 'removes',
  reference: 'docs/reference/webhook-delivery.md#setting-it-with-the-key',
  summary: 'Set or remove the webhook of this key',
  description:
    'Sets or, with null, removes the address that gets the events of this key, and returns a new `webhook_secret`, which only this response shows. Replacing another address requires `replace: true`; otherwise it is webhook_in_use. The operator must allow it for the key, otherwise it is set_webhook_not_allowed.',
  input: z.object({
    url: WebhookUrl,
    events: SubscribedEvents.optional().describe('Default: unchanged'),
    replace: z.boolean().optional().describe('Whether to replace or remove a different address'),
  }),
  output: KeyWebhook,
  errors: ['invalid_webhook_url', 'set_webhook_not_allowed', 'webhook_in_use', ...IDEMPOTENCY_ERRORS],
  logged: { replace: z.boolean() },
  example: {
    request: { url: EXAMPLE.url, events: EXAMPLE.events },
    answer: { ...EXAMPLE, webhook_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  },
  audit: {
    fields: ['url', 'events', 'replace', 'status', 'reason'],
    change: changed(one(webhook), { secrets: ['webhook_secret'] }),
  },
});
