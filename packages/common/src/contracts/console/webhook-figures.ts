import { z } from 'zod';
import { defineConsole } from '../../contract/define-console.ts';
import { InstanceId } from '../../fields.ts';

/**
 * How many of the newest deliveries the figures look at, so that their cost does not grow with the traffic. Several keys
 * have equal shares of it.
 */
export const WEBHOOK_FIGURES_MAX = 5000;
/** The smallest share of a key. */
export const WEBHOOK_FIGURES_LEAST = 50;

/**
 * The success rate and duration of the webhook of a key, or of all keys, over 24 hours
 * (docs/reference/console.md#webhook-figures).
 */
export const showWebhookFigures = defineConsole({
  service: 'webhook-delivery',
  name: 'show-webhook-figures',
  method: 'GET',
  summary: 'Success rate and duration of deliveries to keys over 24 hours',
  permission: 'webhooks.manage',
  input: z.object({ instance_id: InstanceId.optional().describe('Default: all keys') }),
  output: z.object({
    ended: z.int().describe('Deliveries of the last 24 hours that were delivered or failed permanently'),
    delivered: z.int().describe('Of those'),
    p95_ms: z
      .int()
      .nullable()
      .describe('The 95th percentile of the duration of the last attempt; null without an attempt'),
    is_cut: z.boolean().describe(`Only the newest were counted: ${WEBHOOK_FIGURES_MAX}, shared by the keys`),
  }),
  errors: ['unknown_key'],
});
