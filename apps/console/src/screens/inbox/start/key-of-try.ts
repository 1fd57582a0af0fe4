/** A try to send, with its Idempotency-Key. */
export interface Try {
  key: string;
  /** What was sent, to compare. */
  content: string;
  /** The code of its failure; null while it runs. */
  code: string | null;
}

/** Failures that leave open whether the message was sent: only the same key is safe. */
const OPEN = new Set(['unreachable', 'service_unavailable', 'provider_timeout', 'idempotency_in_progress']);

/**
 * The key of the next try: that of the last one where the same message may have been sent, so that it is sent once; else a
 * new one, because the server repeats its answer to a key.
 */
export function keyOfTry(last: Try | null, content: string, newKey: () => string): string {
  const mayBeSent = last !== null && last.content === content && (last.code === null || OPEN.has(last.code));
  return mayBeSent ? last.key : newKey();
}
