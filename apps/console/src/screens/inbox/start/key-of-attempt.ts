/** An attempt to send, with its Idempotency-Key. */
export interface Try {
  key: string;
  /** The sent message, for comparison. */
  content: string;
  /** The code of its failure; null while it runs. */
  code: string | null;
}

/** Failures that leave open whether the message was sent: only the same key is safe. */
const OPEN = new Set(['unreachable', 'service_unavailable', 'provider_timeout', 'idempotency_in_progress']);

/**
 * The key of the next attempt: the last attempt's key where the same message may have been sent, so that it is sent
 * once; else a new one, because the server repeats its answer to a key.
 */
export function keyOfAttempt(last: Try | null, content: string, newKey: () => string): string {
  const mayBeSent = last !== null && last.content === content && (last.code === null || OPEN.has(last.code));
  return mayBeSent ? last.key : newKey();
}
