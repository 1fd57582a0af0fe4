import type { ClaimedTurn } from '../domain/decide-turn.ts';
import type { ReplyContext } from '../domain/reply-context.ts';
import type { ReplyOutcome } from '../domain/reply-outcome.ts';
import type { BotsService } from '../service.ts';
import { loadConversation } from '../storage/history-store.ts';
import { traceReply } from './trace-reply.ts';

interface ReplyJob extends Pick<ReplyContext, 'bot' | 'callsBefore' | 'signal'> {
  turn: Pick<ClaimedTurn, 'id' | 'tenantId' | 'conversationId' | 'mergedIds' | 'triggerMessageId'>;
}

/**
 * Makes the reply to a conversation's newest messages (docs/reference/bot-replies.md#a-reply): one model, one key,
 * limits on steps, time and cost. Sends nothing and stores only its usage. Rejects when the database or the bus is
 * down.
 */
export async function makeReply(service: BotsService, { turn, ...job }: ReplyJob): Promise<ReplyOutcome> {
  const loaded = await loadConversation(service.replyDatabase, turn);
  if (!loaded) return { kind: 'superseded' };
  return (await traceReply(service, { ...job, turnId: turn.id, ...loaded })).outcome;
}
