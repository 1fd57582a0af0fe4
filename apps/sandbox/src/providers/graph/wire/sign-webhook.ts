import { createHmac } from 'node:crypto';
import { ControlError } from '../../../control/control-error.ts';

/** Meta posts no larger webhook. */
const MAX_BYTES = 3 * 1024 * 1024;

/** JSON in Meta's encoding: `/` as `\/` and everything outside ASCII as `\uXXXX`. */
export function encodeLikeMeta(value: unknown): Buffer {
  const json = JSON.stringify(value)
    .replaceAll('/', '\\/')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII stays as it is
    .replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return Buffer.from(json, 'ascii');
}

/**
 * A webhook's body in Meta's encoding. A body that Meta would never post is refused, so that the person who plays the
 * customer notices it.
 */
export function webhookBody(value: unknown): Buffer {
  const body = encodeLikeMeta(value);
  if (body.length > MAX_BYTES)
    throw new ControlError(
      413,
      'webhook_too_large',
      'Meta posts no webhook of more than 3 MB, and JSON has 6 bytes for each letter outside ASCII.',
    );
  return body;
}

/** The value of `X-Hub-Signature-256`: HMAC-SHA256 over the raw bytes, keyed with the app secret. */
export function signWebhook(body: Buffer, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
}

/** The `appsecret_proof` of a token. */
export function proveAppSecret(token: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(token).digest('hex');
}
