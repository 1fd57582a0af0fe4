/** Encryption purpose of the secret. */
export const WEBHOOK_SECRET_PURPOSE = 'api_keys.webhook_secret';

/** How long deliveries are also signed with a replaced secret (docs/reference/events.md#signatures). */
export const SECRET_OVERLAP_MS = 24 * 3600 * 1000;
