import type { Sql } from '@parley/database/sql';
import { json, oneOf, orNull } from '@parley/database/statements/column';
import { defineBatchStatement } from '@parley/database/statements/statement';
import { inOrderOfNames, NAMED_MESSAGES, type NamedMessage } from '../batch/named-messages.store.ts';
import type { ChangedMessage } from './change.rules.ts';

export interface FoundMessage extends ChangedMessage {
  providerMessageId: string | null;
}

/** The message behind each name, with its author and the peer of its conversation; locked in the order of the ids. */
const lockChanged = defineBatchStatement({
  name: 'inbound.lock-changed',
  plan: 'index',
  text: `SELECT named.ords, m.id, m.conversation_id, m.provider_message_id, m.direction, m.text, m.edited_at, m.revoked_at,
                m.extra -> 'author' AS author, c.peer,
                ARRAY(SELECT a.address FROM contact_addresses a WHERE a.contact_id = c.contact_id) AS addresses
           FROM ${NAMED_MESSAGES} AS named
           JOIN messages m ON m.id = named.message_id
           JOIN conversations c ON c.id = m.conversation_id
          ORDER BY m.id FOR NO KEY UPDATE OF m`,
  items: { channelAccountId: 'int4', providerMessageId: 'text' },
  row: {
    ords: 'int4[]!',
    id: 'int8',
    conversationId: 'int4',
    providerMessageId: 'text?',
    direction: oneOf('in', 'out'),
    text: 'text',
    editedAt: 'timestamptz?',
    revokedAt: 'timestamptz?',
    author: orNull(json<string[]>()),
    peer: 'text',
    addresses: 'text[]!',
  },
});

/** The messages in the order of their names; undefined where none is stored. */
export async function lockChangedMessages(
  sql: Sql,
  names: readonly NamedMessage[],
): Promise<(FoundMessage | undefined)[]> {
  const rows = await lockChanged.all(sql, names, {});
  return inOrderOfNames(
    names,
    rows.map(({ ords, ...message }) => ({ ords, message })),
  );
}

const write = defineBatchStatement({
  name: 'inbound.write-changes',
  plan: 'index',
  text: (items) => `UPDATE messages m SET text = w.text, edited_at = w.edited_at, revoked_at = w.revoked_at
           FROM ${items.as('w')}
          WHERE m.id = w.id`,
  items: { id: 'int8', text: 'text', editedAt: 'timestamptz?', revokedAt: 'timestamptz?' },
});

const markWords = defineBatchStatement({
  name: 'inbound.mark-changed-words',
  plan: 'index',
  text: (items) => `UPDATE message_words w SET words = NULL FROM ${items.as('c')} WHERE w.message_id = c.id`,
  items: { id: 'int8' },
});

/**
 * Stores edited and revoked messages, and marks their search lexemes as out of date: in a statement of its own, which
 * sees those written until then.
 */
export async function writeChanges(sql: Sql, messages: readonly ChangedMessage[]): Promise<void> {
  await write.run(sql, messages, {});
  await markWords.run(sql, messages, {});
}
