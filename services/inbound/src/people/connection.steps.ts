import { at } from '@parley/common/at';
import type { Sql } from '@parley/database/sql';
import type { AddressedItem } from '../batch/inbound-message.rules.ts';
import { defineKind, nothingApplied } from '../batch/kind.rules.ts';
import { connectionOf, continueChat, type NamedConnection, ownedConnection } from './connection.rules.ts';
import { connectionKey, findFirstConnections, storeConnections } from './connection.store.ts';

/** The people who have the bot in their own account; without events. */
export const connections = defineKind('connection', {
  address: ({ account, item: { at: connectedAt, connectionId, ownerId, isEnabled } }) => ({
    channelAccountId: account.id,
    tenantId: account.tenantId,
    connectionId,
    ownerId,
    connectedAt,
    isEnabled,
  }),
  load: async (_, reported) => reported,
  decide: (_, reported) => reported,
  async write({ sql }, reported) {
    const stored = await storeConnections(sql, reported);
    return { ...nothingApplied(), stored, repeated: reported.length - stored };
  },
});

/** The first connection of each one's owner; stores those that only a message of their owner names. */
async function findOrLearn(
  sql: Sql,
  entries: readonly AddressedItem[],
  named: readonly NamedConnection[],
): Promise<ReadonlyMap<string, string>> {
  const known = await findFirstConnections(sql, named);
  const learned = entries.flatMap((entry) => {
    const connection = ownedConnection(entry);
    return connection === null || known.has(connectionKey(connection)) ? [] : connection;
  });
  if (learned.length === 0) return known;
  await storeConnections(sql, learned);
  return findFirstConnections(sql, named);
}

/**
 * Puts items of later business connections into the chats of their owner's first one; only business chats cost a
 * statement. Without any, returns the given entries themselves.
 */
export async function continueChats(sql: Sql, entries: readonly AddressedItem[]): Promise<readonly AddressedItem[]> {
  const connections = entries.map(connectionOf);
  const named = connections.filter((connection) => connection !== null);
  if (named.length === 0) return entries;
  const first = await findOrLearn(sql, entries, named);
  return entries.map((entry, index) => {
    const connection = at(connections, index);
    const firstId = connection ? first.get(connectionKey(connection)) : undefined;
    return firstId === undefined || firstId === connection?.connectionId ? entry : continueChat(entry, firstId);
  });
}
