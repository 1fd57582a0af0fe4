/** Encryption purpose of the secret. */
export const WEBHOOK_SECRET_PURPOSE = 'api_keys.webhook_secret';
