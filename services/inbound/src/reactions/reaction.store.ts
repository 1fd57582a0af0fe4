import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statements/statement';
import { inOrderOfNames, NAMED_MESSAGES, type NamedMessage } from '../batch/named-messages.store.ts';
import type { ReactionChange, StandingReaction } from './reaction.rules.ts';

/** The message of a reaction. */
export interface LockedMessage {
  id: string;
  conversationId: number;
}

/** The message behind each name, of either direction, locked in the order of their ids. */
const lockNamed = defineBatchStatement({
  name: 'inbound.lock-named',
  plan: 'index',
  text: `SELECT named.ords, m.id, m.conversation_id
           FROM ${NAMED_MESSAGES} AS named JOIN messages m ON m.id = named.message_id
          ORDER BY m.id FOR NO KEY UPDATE OF m`,
  items: { channelAccountId: 'int4', providerMessageId: 'text' },
  row: { ords: 'int4[]!', id: 'int8', conversationId: 'int4' },
});

/** The messages in the order of their names; undefined where none is stored. */
export async function lockMessages(sql: Sql, names: readonly NamedMessage[]): Promise<(LockedMessage | undefined)[]> {
  const rows = await lockNamed.all(sql, names, {});
  return inOrderOfNames(
    names,
    rows.map(({ ords, ...message }) => ({ ords, message })),
  );
}

const findStanding = defineBatchStatement({
  name: 'inbound.standing-reactions',
  plan: 'index',
  text: (items) => `SELECT r.message_id, r.sender, r.emoji, r.picture_url, r.at
           FROM (SELECT DISTINCT message_id, sender FROM ${items.as('g')}) AS given
           JOIN message_reactions r ON r.message_id = given.message_id AND r.sender = given.sender`,
  items: { messageId: 'int8', sender: 'text' },
  row: { messageId: 'int8', sender: 'text', emoji: 'text', pictureUrl: 'text?', at: 'timestamptz' },
});

/** The stored reactions on messages; call it when the messages are locked. */
export const findReactions = (
  sql: Sql,
  people: readonly Pick<StandingReaction, 'messageId' | 'sender'>[],
): Promise<StandingReaction[]> => findStanding.all(sql, people, {});

const writeChanges = defineBatchStatement({
  name: 'inbound.write-reactions',
  plan: 'index',
  text: (items) => `WITH changes AS (
           SELECT * FROM ${items.as('c')}
         ),
         gone AS (
           DELETE FROM message_reactions r USING changes c
            WHERE c.at IS NULL AND r.message_id = c.message_id AND r.sender = c.sender AND r.emoji = c.emoji
         )
         INSERT INTO message_reactions (message_id, sender, emoji, picture_url, at)
         SELECT message_id, sender, emoji, picture_url, at FROM changes WHERE at IS NOT NULL
         ON CONFLICT (message_id, sender, emoji) DO UPDATE SET at = excluded.at, picture_url = excluded.picture_url`,
  items: { messageId: 'int8', sender: 'text', emoji: 'text', pictureUrl: 'text?', at: 'timestamptz?' },
});

/** Sets and removes reactions; each appears in `changes` once. */
export async function writeReactions(sql: Sql, changes: readonly ReactionChange[]): Promise<void> {
  await writeChanges.run(sql, changes, {});
}
