import type { BusClient } from '@parley/bus/bus-client';
import * as typing from '@parley/common/contracts/internal/show-typing';
import { makeId } from '@parley/common/ids';
import type { ClaimedTurn } from './decide-turn.rules.ts';

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
