import type { Dispatcher } from 'undici';
import { callProvider, ProviderSilent } from '../http/provider-request.ts';

/** A browser's subscription (Push API): where its push service takes messages, and the keys that only it can read. */
export interface PushTarget {
  endpoint: string;
  /** base64url */
  p256dh: string;
  /** base64url */
  auth: string;
}

/** The key pair that identifies the sender to push services (VAPID, RFC 8292), base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** `gone`: the subscription will never work again. */
export type PushResult =
  | { outcome: 'accepted' }
  | { outcome: 'later'; retryAfterMs: number | null }
  | { outcome: 'gone'; status: number };

interface Push {
  target: PushTarget;
  keys: PushKeys;
  /** The sender's contact for the push service: a https or mailto URL. */
  contact: string;
  text: string;
}

/** Push services drop a message that they could not deliver for this long. */
const TTL_SECONDS = 4 * 3600;
/** The newest of the messages that wait for a device replaces the others. */
const TOPIC = 'parley';
const RETRIED = new Set([408, 425, 429]);

/** Only processes that push load the library. */
const load = async () => (await import('web-push')).default;

/** A new key pair. */
export async function makePushKeys(): Promise<PushKeys> {
  return (await load()).generateVAPIDKeys();
}

/** The encrypted, signed request (RFC 8030, 8291, 8292). Throws when the keys of the browser are none. */
export async function composePush({ target: { endpoint, ...keys }, keys: sender, contact, text }: Push) {
  const details = (await load()).generateRequestDetails({ endpoint, keys }, text, {
    vapidDetails: { subject: contact, ...sender },
    TTL: TTL_SECONDS,
    topic: TOPIC,
    urgency: 'high',
  });
  const headers = Object.entries(details.headers).map(([name, value]) => [name, String(value)]);
  return { url: endpoint, headers: Object.fromEntries(headers) as Record<string, string>, body: details.body };
}

/** Pushes a text to a browser. A repeated push replaces the first one on the screen. */
export async function sendPush(
  push: Push,
  { dispatcher, timeoutMs }: { dispatcher: Dispatcher; timeoutMs: number },
): Promise<PushResult> {
  const { url, headers, body } = await composePush(push);
  try {
    const { status, retryAfterMs } = await callProvider(url, { method: 'POST', headers, body, dispatcher, timeoutMs });
    if (status >= 200 && status < 300) return { outcome: 'accepted' };
    return status >= 500 || RETRIED.has(status) ? { outcome: 'later', retryAfterMs } : { outcome: 'gone', status };
  } catch (error) {
    if (error instanceof ProviderSilent) return { outcome: 'later', retryAfterMs: null };
    throw error;
  }
}
