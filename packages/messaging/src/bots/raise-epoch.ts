import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statements/statement';
import { sendNow, type Unsent } from '@parley/database/statements/unsent';

/** An answer by a person, not a bot. */
export interface PersonAnswer {
  conversationId: number;
  /** Sent through the API: only bots with that setting pause for it. */
  isByApi: boolean;
  at: Date;
}

/**
 * Conversations in which no bot may answer are not written. Rows are locked first, in order: a batch may contain
 * several.
 */
const raise = defineBatchStatement({
  name: 'bots.raise-epoch',
  plan: 'index',
  text: `WITH answered AS MATERIALIZED (
           SELECT c.id, w.at
             FROM unnest($1::int4[], $2::bool[], $3::timestamptz[]) AS w(id, is_by_api, at)
             JOIN conversations c ON c.id = w.id
            WHERE EXISTS (SELECT 1 FROM bots b
                           WHERE b.tenant_id = c.tenant_id AND b.enabled AND b.status = 'active' AND b.deleted_at IS NULL
                             AND (b.pause_on_api OR NOT w.is_by_api)
                             AND (cardinality(b.accounts) = 0 OR c.channel_account_id = ANY (b.accounts)))
            ORDER BY c.id FOR NO KEY UPDATE OF c)
         UPDATE conversations c
            SET bot_epoch = c.bot_epoch + 1, bot = 'paused',
                bot_paused_at = CASE WHEN c.bot = 'paused' AND c.bot_paused_at IS NULL THEN NULL ELSE a.at END
           FROM answered a WHERE c.id = a.id`,
  items: { conversationId: 'int4', isByApi: 'bool', at: 'timestamptz' },
});

/**
 * A person answers: bots pause in the conversation, and a reply in progress is not sent
 * (docs/reference/bots.md#people-first). Call it in the transaction of the answer. A pause that a member set is kept.
 */
export const raiseEpoch = (sql: Sql, answers: readonly PersonAnswer[]): Promise<unknown> =>
  sendNow(sql, raisedEpochs(answers));

/** {@link raiseEpoch} as a last write. */
export const raisedEpochs = (answers: readonly PersonAnswer[]): Unsent<unknown> => raise.unsent(answers, {});
