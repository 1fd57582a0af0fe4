import type { Sql } from '@parley/database/sql';
import { openTurns, type WrittenMessage } from '@parley/messaging/bots/open-turns';
import { raiseEpoch } from '@parley/messaging/bots/raise-epoch';
import type { PreparedMessage } from './prepare-messages.steps.ts';

/** A customer's message in the form that bots need; empty when another app handles the thread. */
function writtenOf({ addressed: { account, item }, message }: PreparedMessage): WrittenMessage[] {
  if (item.kind !== 'message' || item.isStandby) return [];
  return [
    {
      tenantId: account.tenantId,
      conversationId: message.conversationId,
      channelAccountId: account.id,
      messageId: message.id,
      text: item.text,
      writtenAt: item.at,
      isGroup: item.group !== undefined || item.chat !== undefined,
      channel: account.channel,
      addresses: [item.from.address, ...item.from.aliases],
      isFromBot: item.isFromBot === true,
    },
  ];
}

/**
 * A customer's message opens a turn of the bot that answers it; a message that a person sent elsewhere pauses bots
 * (docs/reference/bots.md#when-a-bot-answers). Does nothing when the tenant has no bot.
 */
export async function updateBotTurns(sql: Sql, fresh: readonly PreparedMessage[], now: Date): Promise<void> {
  const concerned = fresh.filter(({ hasBot }) => hasBot);
  if (concerned.length === 0) return;
  const answered = concerned.filter(({ addressed: { item } }) => item.kind === 'echo');
  await raiseEpoch(
    sql,
    [...new Set(answered.map(({ conversation }) => conversation.id))].map((conversationId) => ({
      conversationId,
      isByApi: false,
      at: now,
    })),
  );
  await openTurns(sql, concerned.flatMap(writtenOf), now);
}
