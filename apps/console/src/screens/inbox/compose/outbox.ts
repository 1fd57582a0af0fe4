import type { InputOf } from '../../../api/operations.ts';

/** The message that a member sends in a conversation. */
export type Answer = Pick<
  InputOf<'send-from-dashboard'>,
  | 'message'
  | 'template'
  | 'upload_id'
  | 'media_type'
  | 'buttons'
  | 'list'
  | 'location'
  | 'contacts'
  | 'poll'
  | 'post'
  | 'reply_to'
  | 'send_at'
>;

/** Whether an answer has nothing but a text, and what the text answers and when. */
export const isTextOnly = ({ message, reply_to: _quoted, send_at: _time, ...rest }: Answer): boolean =>
  message !== undefined && Object.keys(rest).length === 0;

/** An answer that the server has not confirmed yet. It is stored in the browser, so that a reload loses nothing. */
export interface PendingAnswer {
  /** Idempotency-Key: retries with the same key are sent and paid only once. */
  key: string;
  conversationId: number;
  answer: Answer;
  /** The text in the bubble. */
  shown: string;
  at: string;
  /** The reason why the last attempt failed; null while an attempt runs. */
  problem: { code: string; message: string } | null;
}

/** The server keeps a key for 24 hours; an older answer might be sent twice. */
const SAFE_MS = 23 * 3_600_000;

/** Failures after which the conversation contains the message, with its status. */
const STORED = new Set(['graph_error', 'telegram_error', 'tiktok_error', 'device_error', 'provider_timeout']);

export const isStoredAfter = (code: string): boolean => STORED.has(code);

/** Maximum polls, one a second, for a first attempt that runs elsewhere. A provider takes less time. */
const WAITS_FOR_FIRST = 60;

/**
 * Whether an earlier attempt with the same key is still running, though its page or gateway is gone; its answer is then
 * polled.
 */
export const isFirstRunning = (code: string, attemptsBefore: number): boolean =>
  code === 'idempotency_in_progress' && attemptsBefore < WAITS_FOR_FIRST;

/** Whether the same answer can be retried without being sent twice. */
export const isSafeToRetry = ({ at }: Pick<PendingAnswer, 'at'>, nowMs: number): boolean =>
  nowMs - Date.parse(at) < SAFE_MS;

/** State of an answer whose page closed while it was being sent: nothing retries it automatically. */
export const UNCONFIRMED = { code: 'unconfirmed', message: '' } as const;

export const markUnconfirmed = (pending: readonly PendingAnswer[]): PendingAnswer[] =>
  pending.map((entry) => (entry.problem === null ? { ...entry, problem: UNCONFIRMED } : entry));

const isEntry = (value: unknown): value is PendingAnswer =>
  typeof value === 'object' && value !== null && 'key' in value && 'conversationId' in value && 'answer' in value;

/** The answers that the browser stored; unreadable ones are dropped. */
export function readPending(stored: string | null): PendingAnswer[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    return [];
  }
}
