import { createHmac } from 'node:crypto';

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const OTHER_SECRET = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
export const NOW = new Date('2026-03-01T10:00:00.000Z');

const standard = (secret: string, content: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(content)
    .digest('base64')}`;
const service = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** The headers with which Parley posts a body (docs/reference/events.md#signatures); the newest secret comes first. */
export function signEvent(body: string, secrets: readonly string[] = [SECRET], at: Date = NOW): Record<string, string> {
  const id = 'evt_01k0a2b3c4d5e6f7g8h9j0kmnp';
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const [newest = '', previous] = secrets;
  return {
    'content-type': 'application/json',
    'x-service-signature': service(newest, body),
    ...(previous ? { 'x-service-signature-previous': service(previous, body) } : {}),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => standard(secret, `${id}.${timestamp}.${body}`)).join(' '),
  };
}
