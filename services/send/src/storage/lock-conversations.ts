import { oneOf } from '@parley/database/column';
import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statement';
import type { ReserveCase } from '../domain/reservation.ts';

/** Locked, so that a concurrent intervention is ordered before or after the bot's message. */
const lockConversation = defineStatement({
  name: 'send.lock-conversations',
  text: `SELECT c.tenant_id, c.id, c.bot, c.bot_epoch AS epoch FROM conversations c WHERE c.id = ANY ($1) ORDER BY c.id FOR NO KEY UPDATE`,
  params: { ids: 'int4[]' },
  row: { tenantId: 'int4', id: 'int4', bot: oneOf('on', 'paused'), epoch: 'int4' },
});

/** Locks the conversations of bots' messages. */
export async function lockConversations(sql: Sql, cases: readonly ReserveCase[]): Promise<void> {
  const ofBots = cases.filter(({ item }) => item.bot !== undefined);
  if (ofBots.length === 0) return;
  const rows = await lockConversation.all(sql, { ids: ofBots.flatMap(({ item }) => item.conversationId ?? []) });
  for (const { item, facts } of ofBots) {
    const row = rows.find(({ tenantId, id }) => tenantId === item.tenantId && id === item.conversationId);
    facts.conversation = row ?? null;
  }
}
