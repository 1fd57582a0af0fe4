import type { Sql } from '@parley/database/sql';
import { defineStatement } from '@parley/database/statements/statement';
import { decideMergedTurns, type MergedConversation } from './decide-merged-turns.ts';

const lockOpenTurns = defineStatement({
  name: 'bots.lock-merging-turns',
  plan: 'index',
  text: `SELECT t.id, t.conversation_id, t.trigger_message_id FROM bot_turns t
          WHERE t.conversation_id = ANY ($1) AND t.state = 'open' ORDER BY t.conversation_id FOR UPDATE`,
  params: { conversationIds: 'int4[]' },
  row: { id: 'int8', conversationId: 'int4', triggerMessageId: 'int8' },
});

const endTurns = defineStatement({
  name: 'bots.end-merged-turns',
  plan: 'index',
  text: `UPDATE bot_turns SET state = 'done', outcome = 'no_reply', reason = 'merged', ended_at = now(),
                lease_token = NULL, lease_until = NULL, holder = NULL
          WHERE id = ANY ($1)`,
  params: { ids: 'int8[]' },
});

/**
 * A worker that holds the turn loses it, and the turn starts again. The difference between its epoch and that of the
 * conversation is kept: an intervention by a person stays in effect.
 */
const moveTurn = defineStatement({
  name: 'bots.move-merged-turn',
  plan: 'index',
  text: `UPDATE bot_turns t
            SET conversation_id = s.id, trigger_message_id = $3, merged_ids = t.merged_ids || $4::int4[],
                epoch = t.epoch - o.bot_epoch + s.bot_epoch, lease_token = NULL, lease_until = NULL, holder = NULL
           FROM conversations s, conversations o
          WHERE t.id = $1 AND s.id = $2 AND o.id = t.conversation_id`,
  params: { id: 'int8', survivorId: 'int4', triggerMessageId: 'int8', mergedIds: 'int4[]' },
});

/** Moves open turns to the conversations that survive a merge. The caller has locked all of these conversations. */
export async function mergeTurns(sql: Sql, conversations: readonly MergedConversation[]): Promise<void> {
  const conversationIds = conversations.flatMap(({ survivorId, mergedIds }) => [survivorId, ...mergedIds]);
  const { moved, ended } = decideMergedTurns(conversations, await lockOpenTurns.all(sql, { conversationIds }));
  // Before the others move: a conversation has one open turn.
  if (ended.length > 0) await endTurns.run(sql, { ids: ended });
  for (const turn of moved) await moveTurn.run(sql, turn);
}
