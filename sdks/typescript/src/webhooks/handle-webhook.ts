import type { Event } from '../api/models.ts';
import { type VerifyOptions, Webhook, WebhookError, type WebhookHeaders } from './webhook.ts';

export interface WebhookHandlerOptions extends VerifyOptions {
  /** The webhook secret of the key, or several during a rotation. */
  secret: string | readonly string[];
  /** Handles an event. An event can arrive twice: de-duplicate by `event.id`. If this throws, Parley posts the event again. */
  onEvent: (event: Event) => Promise<void> | void;
  /** Longest body in bytes. Default 5,000,000. */
  maxBytes?: number;
  /** Called with the error that `onEvent` threw. */
  onError?: (error: unknown) => void;
}

const MAX_BYTES = 5_000_000;
export const maxBytesOf = ({ maxBytes = MAX_BYTES }: Pick<WebhookHandlerOptions, 'maxBytes'>): number => maxBytes;

/** Verifies and handles an event; returns the HTTP status to answer, 204 on success. */
export async function handleWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  options: WebhookHandlerOptions,
): Promise<204 | 401 | 413 | 500> {
  if (rawBody.length > maxBytesOf(options)) return 413;
  let event: Event;
  try {
    event = await Webhook.verify(rawBody, headers, options.secret, options);
  } catch (error) {
    if (error instanceof WebhookError && error.problem !== 'invalid_secret') return 401;
    throw error;
  }
  try {
    await options.onEvent(event);
    return 204;
  } catch (error) {
    options.onError?.(error);
    return 500;
  }
}
