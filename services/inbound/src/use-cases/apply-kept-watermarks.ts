import type { TouchedConversation } from '../domain/addressed.ts';
import type { Applied } from '../domain/applied.ts';
import type { ApplyTransaction } from '../domain/apply-transaction.ts';
import { applyMarks } from '../domain/apply-watermark.ts';
import { moveEvent, moveStep } from '../domain/message-move.ts';
import { lockCoveredMessages, storeMoves } from '../storage/watermark-store.ts';

/** Applies the stored watermarks of conversations to messages that arrived, or got their provider time, after them. */
export async function applyKeptWatermarks(
  { sql, now }: ApplyTransaction,
  touched: readonly TouchedConversation[],
): Promise<Applied> {
  const accounts = new Map(touched.map(({ account, conversationId }) => [conversationId, account]));
  const moves = applyMarks(await lockCoveredMessages(sql, [...accounts.keys()]));
  await storeMoves(sql, moves.map(moveStep));
  const receivedAt = now();
  const events = moves.flatMap((move) => {
    const account = accounts.get(move.message.conversationId);
    return account ? [moveEvent(account, move, receivedAt)] : [];
  });
  return { stored: 0, repeated: 0, events, instanceIds: [] };
}
