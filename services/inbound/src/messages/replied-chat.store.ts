import type { Sql } from '@parley/database/sql';
import { defineBatchStatement } from '@parley/database/statement';
import { inOrderOfNames, NAMED_MESSAGES, type NamedMessage } from '../batch/named-messages.store.ts';
import type { RepliedChat } from './join-replied-chat.rules.ts';

const findChats = defineBatchStatement({
  name: 'inbound.find-replied-chats',
  plan: 'index',
  text: `SELECT named.ords, c.peer, p.name
           FROM ${NAMED_MESSAGES} AS named
           JOIN messages m ON m.id = named.message_id
           JOIN conversations c ON c.id = m.conversation_id
           JOIN contacts p ON p.id = c.contact_id`,
  items: { channelAccountId: 'int4', providerMessageId: 'text' },
  row: { ords: 'int4[]!', peer: 'text', name: 'text?' },
});

/** The conversation of each named message, in the order of the names; undefined where none is stored. */
export async function findRepliedChats(sql: Sql, names: readonly NamedMessage[]): Promise<(RepliedChat | undefined)[]> {
  const rows = await findChats.all(sql, names, {});
  return inOrderOfNames(
    names,
    rows.map(({ ords, ...message }) => ({ ords, message })),
  );
}
