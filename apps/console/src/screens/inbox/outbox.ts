import type { InputOf } from '../../api/operations.ts';

export type Answer = Pick<InputOf<'send-from-dashboard'>, 'message' | 'template' | 'upload_id'>;

/** An answer that the server has not confirmed yet. It is kept in the browser, so that a reload loses nothing. */
export interface PendingAnswer {
  /** Idempotency-Key: whatever is tried again under it is sent once, and paid once. */
  key: string;
  conversationId: number;
  answer: Answer;
  /** What the bubble shows. */
  shown: string;
  at: string;
  /** Why the last try failed; null while it is tried. */
  problem: { code: string; message: string } | null;
}

/** A key of 128 random bits. Unlike `randomUUID` this works on a page that was not loaded over TLS. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The server keeps a key for 24 hours; what is older might be sent twice. */
const SAFE_MS = 23 * 3_600_000;

/** Failures after which the message stands in the conversation, with what became of it. */
const STORED = new Set(['graph_error', 'telegram_error', 'tiktok_error', 'device_error', 'provider_timeout']);

export const isStoredAfter = (code: string): boolean => STORED.has(code);

/** Seconds for which a first try that runs elsewhere is waited for, a try a second: longer than a provider may take. */
const WAITS_FOR_FIRST = 60;

/** Whether another try with the same key, whose page or gateway is gone, still runs: then the answer is asked for again by itself. */
export const isFirstRunning = (code: string, triesBefore: number): boolean =>
  code === 'idempotency_in_progress' && triesBefore < WAITS_FOR_FIRST;

/** Whether the same answer may be tried again without being sent twice. */
export const isSafeToRetry = ({ at }: Pick<PendingAnswer, 'at'>, nowMs: number): boolean =>
  nowMs - Date.parse(at) < SAFE_MS;

/** Nobody tries any more what was under way when the page was closed. */
export const UNCONFIRMED = { code: 'unconfirmed', message: '' } as const;

export const markUnconfirmed = (pending: readonly PendingAnswer[]): PendingAnswer[] =>
  pending.map((entry) => (entry.problem === null ? { ...entry, problem: UNCONFIRMED } : entry));

const isEntry = (value: unknown): value is PendingAnswer =>
  typeof value === 'object' && value !== null && 'key' in value && 'conversationId' in value && 'answer' in value;

/** What the browser kept; whatever is not readable is nothing. */
export function readPending(stored: string | null): PendingAnswer[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    return [];
  }
}
