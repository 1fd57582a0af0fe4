import { randomBytes } from 'node:crypto';

const RANDOM_BYTES = 32;

/** Encryption purpose of the secret. */
export const WEBHOOK_SECRET_PURPOSE = 'api_keys.webhook_secret';

/** How long deliveries are also signed with a replaced secret (docs/reference/events.md#signatures). */
export const SECRET_OVERLAP_MS = 24 * 3600 * 1000;

/**
 * A new webhook secret: `whsec_` and base64 of 32 bytes, as Standard Webhooks has it
 * (docs/reference/events.md#signatures).
 */
export const makeWebhookSecret = (random: (bytes: number) => Buffer = randomBytes): string =>
  `whsec_${random(RANDOM_BYTES).toString('base64')}`;
