import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { BusText } from '../../fields.ts';
import { storableText } from '../../text/storable.ts';

/**
 * A provider's webhook, exactly as received. Answered only after everything in it is committed
 * (docs/reference/webhook-delivery.md#promise); a wrong signature or secret is `invalid_signature`.
 */
export const receiveCallback = defineInternal({
  service: 'inbound',
  name: 'receive-callback',
  input: z.object({
    provider: z.enum(['meta', 'telegram', 'tiktok']),
    /** Bot id in the callback address (telegram). */
    account: storableText(64).nullable(),
    /** The body; its UTF-8 bytes are the signed ones. */
    raw: BusText,
    /** `X-Hub-Signature-256`, `X-Telegram-Bot-Api-Secret-Token`, or `Tiktok-Signature`. */
    signature: storableText(512).nullable(),
  }),
  output: z.object({ items: z.int().describe('Elements found in the body; every one is committed') }),
  errors: ['invalid_signature', 'invalid_json'],
  deadlineMs: 15_000,
});

/** The provider's check of the callback address (`hub.verify_token`). */
export const verifySubscription = defineInternal({
  service: 'inbound',
  name: 'verify-subscription',
  input: z.object({
    provider: z.literal('meta'),
    mode: storableText(100),
    token: storableText(500),
    challenge: storableText(500),
  }),
  output: z.object({ challenge: z.string() }),
  errors: ['invalid_verify_token'],
});
