import type { BusClient } from '@parley/bus/bus-client';
import { type BotMessageFacts, sendBotMessage } from '@parley/common/contracts/internal/send-bot-message';
import * as typing from '@parley/common/contracts/internal/show-typing';
import type { OutputOf } from '@parley/common/define-contract';
import { makeId } from '@parley/common/ids';
import type { ClaimedTurn } from './decide-turn.rules.ts';

/** Result of sending a part of a reply. */
export type SentPart = OutputOf<typeof sendBotMessage>;

/** Sends one part of a turn's reply through services/send. A repeat of the same part is the same message. */
export const sendPart = (
  bus: Pick<BusClient, 'call'>,
  { tenantId, conversationId, epoch }: ClaimedTurn,
  { part, text, facts }: { part: number; text: string; facts: BotMessageFacts },
): Promise<SentPart> =>
  bus.call(
    sendBotMessage,
    { tenantId, conversationId, part, message: text, epoch, facts },
    { requestId: makeId('req') },
  );

/**
 * Shows a typing indicator to the customer of a turn; resolves when it is shown, or cannot be. Best effort: the reply is
 * sent even if the typing indicator fails.
 */
export async function showTyping(
  bus: Pick<BusClient, 'call'>,
  { tenantId, conversationId, triggerMessageId: messageId }: ClaimedTurn,
): Promise<void> {
  await bus
    .call(typing.showTyping, { tenantId, conversationId, messageId }, { requestId: makeId('req') })
    .catch(() => {});
}
