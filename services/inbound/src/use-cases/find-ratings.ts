import { readRating } from '@parley/common/rating';
import type { Sql } from '@parley/database/sql';
import type { AddressedMessage } from '../domain/addressed.ts';
import { findOpenQuestions, type Rating } from '../storage/rating-store.ts';
import type { Placed } from './place-messages.ts';

interface Fresh {
  addressed: AddressedMessage;
  placed: Placed;
}

/** The score of a message that may answer a question: in a resolved conversation of a tenant that asks. */
function scoreOf({ addressed: { account, item }, placed: { conversation } }: Fresh) {
  if (!account.asksRating || item.kind !== 'message' || conversation.status !== 'resolved') return null;
  return readRating({ text: item.text, choice: item.interactive?.id ?? null });
}

/**
 * The messages that answer a satisfaction question, each with its rating (docs/reference/console.md#satisfaction). Of
 * several in a conversation the first counts. Without a message that looks like an answer no statement is sent.
 */
export async function findRatings<One extends Fresh>(
  sql: Sql,
  fresh: readonly One[],
  now: Date,
): Promise<Map<One, Rating>> {
  const scored = fresh.flatMap((one) => {
    const score = scoreOf(one);
    return score === null ? [] : { one, score, conversationId: one.placed.conversation.id };
  });
  if (scored.length === 0) return new Map();
  const open = await findOpenQuestions(sql, [...new Set(scored.map(({ conversationId }) => conversationId))], now);
  const ratings = new Map<One, Rating>();
  for (const { one, score, conversationId } of scored) {
    const id = open.get(conversationId);
    if (id === undefined) continue;
    open.delete(conversationId);
    ratings.set(one, { id, score, conversationId, messageId: one.placed.message.id });
  }
  return ratings;
}
