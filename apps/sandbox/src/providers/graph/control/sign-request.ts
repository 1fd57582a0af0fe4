import { createHmac } from 'node:crypto';

/** Meta's `signed_request`: the signature of the payload's text, and the payload. */
export function signRequest(payload: object, secret: string): string {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`;
}
