import type { z } from 'zod';
import { numberOf } from '../http/json-walk.ts';
import type { ReadResult, SendFailure, SendOutcome } from '../sent/send-outcome.ts';
import type { TiktokResult } from './tiktok-call.ts';

/** The failure for a success without the expected data: a send may have happened. */
export const unreadable = (message: string): Extract<SendFailure, { kind: 'unknown' }> => ({
  kind: 'unknown',
  provider: { name: 'tiktok', status: 200, code: null, message },
});

/** Reads the data of a successful answer. */
export function readData<S extends z.ZodType, T>(
  answer: TiktokResult,
  schema: S,
  toValue: (data: z.infer<S>) => T,
): ReadResult<T> {
  if (!answer.ok) return answer;
  const parsed = schema.safeParse(answer.data);
  if (parsed.success) return { ok: true, value: toValue(parsed.data) };
  return { ok: false, failure: unreadable('The provider answered without what was asked for.') };
}

/** The outcome of an accepted send, with the id that was read. */
export const toOutcome = (answer: ReadResult<string>): SendOutcome =>
  answer.ok ? { kind: 'accepted', providerMessageId: answer.value, recipientAlias: null } : answer.failure;

/** A cursor is a number, and may be 0 on the last page: only `has_more` shows that there are more. */
export function nextCursorOf({ cursor, has_more: hasMore }: Record<string, unknown>): string | null {
  const number = numberOf(cursor);
  return hasMore === true && number !== null ? String(number) : null;
}
